// The reduction that NVIDIA taught before Volta: the last warp goes on without any barrier. It relied
// on the lanes of a warp running in step, which since Volta they need not do.
#include "../corpus/device.cuh"

constexpr int BLOCK = 256;

__global__ void sum_tiles(const int* input, int* totals, int n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    sums[t] = i < n ? input[i] : 0;
    __syncthreads();

    for (int distance = BLOCK / 2; distance > 32; distance /= 2) {
        if (t < distance) sums[t] += sums[t + distance];
        __syncthreads();
    }

    if (t < 32)
        for (int distance = 32; distance > 0; distance /= 2) sums[t] += sums[t + distance]; // finds: race-shared

    if (t == 0) totals[blockIdx.x] = sums[0];
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> totals(4);
    sum_tiles<<<4, BLOCK>>>(input.get(), totals.get(), n);
    finish();
}
