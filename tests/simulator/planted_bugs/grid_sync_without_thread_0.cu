// Thread 0 of the last block returns. A grid's barrier counts blocks, and it is thread 0 that counts
// its own: on an H200 all others wait for ever.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>

constexpr int BLOCK = 64, BLOCKS = 4;

__global__ void shift(const int* input, int* output, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i == n) return;
    output[i] = input[i];
    cooperative_groups::this_grid().sync(); // finds: deadlock
    output[i] += 1;
}

int main() {
    const RandomNumbers input(BLOCK * BLOCKS);
    const DeviceArray<int> output(BLOCK * BLOCKS);
    const int* in = input.get();
    int *out = output.get(), n = BLOCK * (BLOCKS - 1);
    void* arguments[] = {&in, &out, &n};
    check(cudaLaunchCooperativeKernel(shift, dim3(BLOCKS), dim3(BLOCK), arguments));
    finish();
}
