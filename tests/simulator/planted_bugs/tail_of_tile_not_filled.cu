// A block reduction where only existing elements are loaded: past the end of the array the last tile
// holds whatever the block before has left in shared memory, and the sum takes it in.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void sum_tiles(const int* input, int* totals, int n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    if (i < n) sums[t] = input[i];
    __syncthreads();

    for (int distance = BLOCK / 2; distance > 0; distance /= 2) {
        if (t < distance) sums[t] += sums[t + distance]; // finds: uninitialized
        __syncthreads();
    }

    if (t == 0) totals[blockIdx.x] = sums[0];
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> totals(8);
    sum_tiles<<<8, BLOCK>>>(input.get(), totals.get(), n);
    finish();
}
