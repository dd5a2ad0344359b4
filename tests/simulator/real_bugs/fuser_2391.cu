// Blocks add to a common tile one after the other. Thread 0 passes the semaphore on, and no thread makes a fence
// for its own writes.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__device__ void release(volatile unsigned* semaphore) {
#ifdef FIXED
    __threadfence();
#endif
    __syncthreads();
    if (threadIdx.x == 0) *semaphore = blockIdx.x + 1;
}

__device__ void wait(const volatile unsigned* semaphore) {
    if (threadIdx.x == 0)
        while (*semaphore != blockIdx.x) {}
    __threadfence();
    __syncthreads();
}

__global__ void serial_sum(const int* input, int* sums, unsigned* semaphore) {
    wait(semaphore);
    sums[threadIdx.x] += input[blockIdx.x * BLOCK + threadIdx.x]; // finds: race-global
    release(semaphore);
}

int main() {
    constexpr int blocks = 3;
    const RandomNumbers input(blocks * BLOCK);
    const DeviceArray<int> sums(BLOCK);
    const DeviceArray<unsigned> semaphore(1);
    sums.clear();
    semaphore.clear();
    serial_sum<<<blocks, BLOCK>>>(input.get(), sums.get(), semaphore.get());
    finish();
}
