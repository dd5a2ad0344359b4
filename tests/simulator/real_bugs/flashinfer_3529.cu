// Each round of a radix top-k counts digits in a shared histogram. A fast thread clears it for the next round while
// others still read how many elements remain.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, RADIX = 16;

__global__ void refine(const int* numbers, int* remaining, int rounds) {
    __shared__ int histogram[RADIX + 1];
    const unsigned t = threadIdx.x;
    int top_k = 20;
    for (int round = 0; round < rounds; ++round) {
        if (t < RADIX + 1) histogram[t] = 0; // finds: race-shared
        __syncthreads();
        atomicAdd(&histogram[(numbers[t] >> (round * 4)) & (RADIX - 1)], 1);
        __syncthreads();
        top_k -= histogram[RADIX / 2]; // finds: race-shared
#ifdef FIXED
        __syncthreads();
#endif
    }
    remaining[t] = top_k;
}

int main() {
    const RandomNumbers numbers(BLOCK);
    const DeviceArray<int> remaining(BLOCK);
    refine<<<1, BLOCK>>>(numbers.get(), remaining.get(), 3);
    finish();
}
