// Lesson 02 without the barrier between reading and writing: a thread may overwrite a sum that its
// right neighbour has still to read. Inside a warp a GPU reads first, so that only the edges between
// warps go wrong, and those rarely.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void scan_tiles(const int* input, int* output, int n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    sums[t] = i < n ? input[i] : 0;
    __syncthreads();

    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int left = t >= distance ? sums[t - distance] : 0; // finds: race-shared
        sums[t] += left;                                         // finds: race-shared
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
