// The last block has nothing to do and returns. The others wait at the grid's barrier: on an H200 for
// ever.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>

constexpr int BLOCK = 64, BLOCKS = 4;

__global__ void swap_halves(const int* input, int* output, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    output[i] = input[i];
    cooperative_groups::this_grid().sync(); // finds: deadlock
    output[i] += input[n - 1 - i];
}

int main() {
    const RandomNumbers input(BLOCK * BLOCKS);
    const DeviceArray<int> output(BLOCK * BLOCKS);
    const int* in = input.get();
    int *out = output.get(), n = BLOCK * (BLOCKS - 1);
    void* arguments[] = {&in, &out, &n};
    check(cudaLaunchCooperativeKernel(swap_halves, dim3(BLOCKS), dim3(BLOCK), arguments));
    finish();
}
