// grid.sync() in a kernel launched with <<<…>>>: only a cooperative launch makes sure that all blocks
// are resident and can wait for each other.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>

constexpr int BLOCK = 128;

__global__ void reverse(int* data) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int other = data[gridDim.x * BLOCK - 1 - i];
    cooperative_groups::this_grid().sync(); // finds: invalid-launch
    data[i] = other;
}

int main() {
    constexpr int blocks = 4;
    const RandomNumbers data(blocks * BLOCK);
    reverse<<<blocks, BLOCK>>>(data.get());
    finish();
}
