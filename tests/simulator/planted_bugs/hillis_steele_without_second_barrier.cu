// Lesson 02 without the barrier that ends a step: a thread may read a sum that its left neighbour has
// not yet changed in the step before. A GPU gives the right result nearly always, because the warps of a
// block run almost in step.
#include "../corpus/device.cuh"

constexpr int BLOCK = 256;

__global__ void scan_tiles(const int* input, int* output, int n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    sums[t] = i < n ? input[i] : 0;
    __syncthreads();

    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int left = t >= distance ? sums[t - distance] : 0; // finds: race-shared
        __syncthreads();
        sums[t] += left; // finds: race-shared
    }

    if (i < n) output[i] = sums[t];
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    scan_tiles<<<4, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
