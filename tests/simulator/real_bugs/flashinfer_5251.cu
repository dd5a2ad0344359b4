// Blocks add their counts to a common histogram. Thread 0 announces its block's arrival before the other threads
// have added theirs.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, RADIX = 16;

__device__ void wait_for_all(unsigned* arrivals) {
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(arrivals, 1u);
        while (atomicAdd(arrivals, 0u) < gridDim.x) {}
        __threadfence();
    }
    __syncthreads();
}

__global__ void select_digit(const int* numbers, int* histogram, unsigned* arrivals, int* counts) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    atomicAdd(&histogram[numbers[i] & (RADIX - 1)], 1); // finds: race-global
#ifdef FIXED
    __syncthreads();
#endif
    wait_for_all(arrivals);
    counts[i] = histogram[threadIdx.x % RADIX]; // finds: race-global
}

int main() {
    constexpr int blocks = 4;
    const RandomNumbers numbers(blocks * BLOCK);
    const DeviceArray<int> histogram(RADIX), counts(blocks * BLOCK);
    const DeviceArray<unsigned> arrivals(1);
    histogram.clear();
    arrivals.clear();
    select_digit<<<blocks, BLOCK>>>(numbers.get(), histogram.get(), arrivals.get(), counts.get());
    finish();
}
