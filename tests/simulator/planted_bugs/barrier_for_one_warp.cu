// A function that waits for the whole block, called by one warp only: the barrier is well hidden, and
// the other warps never come to one.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int BLOCK = 128;

__device__ void reverse(const cg::thread_block& block, int* values, int first, int size) {
    const int k = threadIdx.x - first;
    const int value = values[first + size - 1 - k];
    block.sync(); // finds: warning barrier-divergence
    values[first + k] = value;
}

__global__ void reverse_first_warp(const int* input, int* output) {
    __shared__ int values[BLOCK];
    const auto block = cg::this_thread_block();
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    values[threadIdx.x] = input[i];
    __syncwarp();
    if (threadIdx.x < 32) reverse(block, values, 0, 32);
    output[i] = values[threadIdx.x];
}

int main() {
    constexpr int blocks = 4, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    reverse_first_warp<<<blocks, BLOCK>>>(input.get(), output.get());
    finish();
}
