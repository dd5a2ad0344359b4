// Lesson 02 without asking whether there is an element so far to
// the left: the first threads read before the array's beginning.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void scan_tiles(const int* input, int* output, int n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    sums[t] = i < n ? input[i] : 0;
    __syncthreads();

    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int left = sums[t - distance]; // finds: out-of-bounds
        __syncthreads();
        sums[t] += left;
        __syncthreads();
    }

    if (i < n) output[i] = sums[t];
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    scan_tiles<<<8, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
