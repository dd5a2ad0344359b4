// The last threads return before the grid's barrier. Blocks are counted, so that it opens on an H200.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>

constexpr int BLOCK = 64, BLOCKS = 4;

__global__ void shift(const int* input, int* output, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    output[i] = input[i];
    cooperative_groups::this_grid().sync(); // finds: warning barrier-divergence
    output[i] += 1;
}

int main() {
    const RandomNumbers input(BLOCK * BLOCKS);
    const DeviceArray<int> output(BLOCK * BLOCKS);
    const int* in = input.get();
    int *out = output.get(), n = BLOCK * BLOCKS - 7;
    void* arguments[] = {&in, &out, &n};
    check(cudaLaunchCooperativeKernel(shift, dim3(BLOCKS), dim3(BLOCK), arguments));
    finish();
}
