// Atomics of block scope, used by one block only: on shared memory, and on a part of global memory that
// is the block's own, with a release and an acquire of block scope between its warps.
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 64;

using Flag = cuda::atomic_ref<int, cuda::thread_scope_block>;

__global__ void count_then_tell(const int* input, int* counts, int* flags, int* output) {
    const int value = input[blockIdx.x * BLOCK + threadIdx.x];
    if (value > 0) atomicAdd_block(&counts[blockIdx.x], 1);
    __syncthreads();

    if (threadIdx.x == 0) {
        counts[blockIdx.x] *= 10;
        Flag(flags[blockIdx.x]).store(1, cuda::memory_order_release);
    } else if (threadIdx.x == 32) {
        while (Flag(flags[blockIdx.x]).load(cuda::memory_order_acquire) == 0) {}
        output[blockIdx.x] = counts[blockIdx.x];
    }
}

int main() {
    constexpr int blocks = 5, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> counts(blocks), flags(blocks), output(blocks);
    counts.clear();
    flags.clear();
    count_then_tell<<<blocks, BLOCK>>>(input.get(), counts.get(), flags.get(), output.get());
    finish();
    return verdict(output, [](int block) {
        int count = 0;
        for (int t = 0; t < BLOCK; ++t) count += random_number(block * BLOCK + t) > 0;
        return 10 * count;
    });
}
