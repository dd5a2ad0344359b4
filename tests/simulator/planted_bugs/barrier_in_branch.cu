// A block reduction with its barrier inside the `if`: the threads that have nothing to add do not come
// to it. On a GPU whole warps that miss it are simply not waited for, and the sum is right.
#include "../corpus/device.cuh"

constexpr int BLOCK = 256;

__global__ void sum_tiles(const int* input, int* totals) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    sums[t] = input[blockIdx.x * BLOCK + t];
    __syncthreads();

    for (int distance = BLOCK / 2; distance > 0; distance /= 2) {
        if (t < distance) {
            sums[t] += sums[t + distance];
            __syncthreads(); // finds: warning barrier-divergence
        }
    }

    if (t == 0) totals[blockIdx.x] = sums[0];
}

int main() {
    constexpr int blocks = 4;
    const RandomNumbers input(blocks * BLOCK);
    const DeviceArray<int> totals(blocks);
    sum_tiles<<<blocks, BLOCK>>>(input.get(), totals.get());
    finish();
}
