// A block looks for its neighbour's total a few times; if that is not there yet, it computes the total
// itself.
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 32, BLOCKS = 8, TRIES = 10;

__device__ int sum_of(const int* tile) {
    int sum = 0;
    for (int k = 0; k < BLOCK; ++k) sum += tile[k];
    return sum;
}

__global__ void sum_two_tiles(const int* input, int* totals, int* flags, int* output) {
    if (threadIdx.x != 0) return;
    const int b = blockIdx.x, own = sum_of(input + b * BLOCK);
    totals[b] = own;
    cuda::atomic_ref<int>(flags[b]).store(1, cuda::memory_order_release);
    output[b] = own;
    if (b == 0) return;
    const cuda::atomic_ref<int> flag(flags[b - 1]);
    bool there = false;
    for (int tries = 0; tries < TRIES && !there; ++tries) there = flag.load(cuda::memory_order_acquire) == 1;
    output[b] += there ? totals[b - 1] : sum_of(input + (b - 1) * BLOCK);
}

int main() {
    const RandomNumbers input(BLOCKS * BLOCK);
    const DeviceArray<int> totals(BLOCKS), flags(BLOCKS), output(BLOCKS);
    flags.clear();
    sum_two_tiles<<<BLOCKS, BLOCK>>>(input.get(), totals.get(), flags.get(), output.get());
    finish();
    return verdict(output, [](int b) {
        int sum = 0;
        for (int i = b == 0 ? 0 : (b - 1) * BLOCK; i < (b + 1) * BLOCK; ++i) sum += random_number(i);
        return sum;
    });
}
