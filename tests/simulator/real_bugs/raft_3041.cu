// A block counts itself as finished while some of its threads still fill the histogram. The last block reads it.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, RADIX = 16;

__global__ void radix_pass(const int* numbers, int* histogram, unsigned* finished_blocks, int* prefix) {
    __shared__ bool is_last;
    atomicAdd(&histogram[numbers[blockIdx.x * BLOCK + threadIdx.x] & (RADIX - 1)], 1); // finds: race-global
    __threadfence();
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0) is_last = atomicAdd(finished_blocks, 1u) == gridDim.x - 1;
    __syncthreads();
    __threadfence();
    if (is_last && threadIdx.x == 0) {
        int sum = 0;
        for (int digit = 0; digit < RADIX; ++digit) prefix[digit] = sum += histogram[digit]; // finds: race-global
    }
}

int main() {
    constexpr int blocks = 4;
    const RandomNumbers numbers(blocks * BLOCK);
    const DeviceArray<int> histogram(RADIX), prefix(RADIX);
    const DeviceArray<unsigned> finished_blocks(1);
    histogram.clear();
    finished_blocks.clear();
    radix_pass<<<blocks, BLOCK>>>(numbers.get(), histogram.get(), finished_blocks.get(), prefix.get());
    finish();
}
