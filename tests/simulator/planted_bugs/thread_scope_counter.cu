// A counter of thread scope, which all threads of a block count with: such an atomic is one for the
// thread that uses it, and for no other. Block scope would do.
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 128;

__global__ void count_positive(const int* input, int* counts) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (input[blockIdx.x * BLOCK + threadIdx.x] > 0)
        cuda::atomic_ref<int, cuda::thread_scope_thread>(count).fetch_add(1); // finds: race-scope
    __syncthreads();
    if (threadIdx.x == 0) counts[blockIdx.x] = count;
}

int main() {
    constexpr int blocks = 4;
    const RandomNumbers input(blocks * BLOCK);
    const DeviceArray<int> counts(blocks);
    count_positive<<<blocks, BLOCK>>>(input.get(), counts.get());
    finish();
}
