// Every thread that finds what is looked for writes the same `true` into one cell, without atomics:
// whoever comes last, the outcome is the same. It is read after a barrier, or after the launch.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void find(const int* input, int wanted, int* blocks_with, bool* anywhere) {
    __shared__ bool here;
    if (threadIdx.x == 0) here = false;
    __syncthreads();
    if (input[blockIdx.x * BLOCK + threadIdx.x] == wanted) {
        here = true;
        *anywhere = true;
    }
    __syncthreads();
    if (threadIdx.x == 0 && here) atomicAdd(blocks_with, 1);
}

int main() {
    constexpr int blocks = 6, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> blocks_with(1);
    const DeviceArray<bool> anywhere(1);
    blocks_with.clear();
    anywhere.clear();
    find<<<blocks, BLOCK>>>(input.get(), 7, blocks_with.get(), anywhere.get());
    finish();

    int expected = 0;
    for (int block = 0; block < blocks; ++block) {
        bool here = false;
        for (int t = 0; t < BLOCK; ++t) here |= random_number(block * BLOCK + t) == 7;
        expected += here;
    }
    return blocks_with[0] == expected && anywhere[0] == (expected > 0) ? 0 : 1;
}
