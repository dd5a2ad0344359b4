// Lesson 03's exercise, Sklansky's scan, without its barrier: in one buffer a step's reads and writes
// never meet, but those of two steps do.
#include "../corpus/device.cuh"

constexpr int BLOCK = 256;

__global__ void sklansky(const int* input, int* output, int n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    sums[t] = i < n ? input[i] : 0;
    __syncthreads();

    for (int half = 1; half < BLOCK; half *= 2) {
        const int last_of_left_half = (t & ~half) | (half - 1);
        if (t & half) sums[t] += sums[last_of_left_half]; // finds: race-shared
    }

    if (i < n) output[i] = sums[t];
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    sklansky<<<4, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
