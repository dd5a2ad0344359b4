// A warp reverses its elements in shared memory, but only half a warp waits: the barrier of a 16-thread
// tile orders nothing between the two halves.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int BLOCK = 128;

__global__ void reverse_warps(const int* input, int* output) {
    __shared__ int values[BLOCK];
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    values[t] = input[i]; // finds: race-shared
    tile.sync();
    output[i] = values[t ^ 31]; // finds: race-shared
}

int main() {
    constexpr int blocks = 4;
    const RandomNumbers input(blocks * BLOCK);
    const DeviceArray<int> output(blocks * BLOCK);
    reverse_warps<<<blocks, BLOCK>>>(input.get(), output.get());
    finish();
}
