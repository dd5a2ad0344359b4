// Lesson 02 where threads past the end of the array return at once, although the barriers are for
// them as well. GPUs since Volta do not wait for those that have returned, so that nothing happens.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void scan_tiles(const int* input, int* output, int n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;
    if (i >= n) return;

    sums[t] = input[i];
    __syncthreads(); // finds: warning barrier-divergence

    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int left = t >= distance ? sums[t - distance] : 0;
        __syncthreads(); // finds: maybe warning barrier-divergence
        sums[t] += left;
        __syncthreads(); // finds: maybe warning barrier-divergence
    }

    output[i] = sums[t];
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    scan_tiles<<<8, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
