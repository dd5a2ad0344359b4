// Counters of thread scope, each used by one thread until a barrier has passed.
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 128;

__global__ void count_by_thread(const int* input, int* counts, int each) {
    __shared__ int own[BLOCK];
    own[threadIdx.x] = 0;
    const cuda::atomic_ref<int, cuda::thread_scope_thread> count(own[threadIdx.x]);
    for (int k = 0; k < each; ++k)
        if (input[(blockIdx.x * each + k) * BLOCK + threadIdx.x] > 0) count.fetch_add(1);
    __syncthreads();
    counts[blockIdx.x * BLOCK + threadIdx.x] = own[BLOCK - 1 - threadIdx.x];
}

int main() {
    constexpr int blocks = 2, each = 4;
    const RandomNumbers input(blocks * each * BLOCK);
    const DeviceArray<int> counts(blocks * BLOCK);
    count_by_thread<<<blocks, BLOCK>>>(input.get(), counts.get(), each);
    finish();
    return verdict(counts, [](int i) {
        int count = 0;
        for (int k = 0; k < each; ++k) count += random_number((i / BLOCK * each + k) * BLOCK + BLOCK - 1 - i % BLOCK) > 0;
        return count;
    });
}
