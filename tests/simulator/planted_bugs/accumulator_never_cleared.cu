// A block adds up its elements in a shared variable that nobody has set to zero. Shared memory holds
// what the block before has left there, and after a reboot that may well be zero.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void sum_tiles(const int* input, int* totals) {
    __shared__ int total;
    atomicAdd(&total, input[blockIdx.x * BLOCK + threadIdx.x]); // finds: uninitialized
    __syncthreads();
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

int main() {
    constexpr int blocks = 4;
    const RandomNumbers input(blocks * BLOCK);
    const DeviceArray<int> totals(blocks);
    sum_tiles<<<blocks, BLOCK>>>(input.get(), totals.get());
    finish();
}
