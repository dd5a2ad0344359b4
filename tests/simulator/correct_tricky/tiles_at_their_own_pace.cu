// Tiles of eight threads, each with barriers of its own, and each with another number of rounds: what
// one tile waits for concerns no other, not even in the same warp.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int BLOCK = 64;
constexpr int TILE = 8;

/// Rotates each tile's elements to the left, by as many places as the tile's number in the block.
__global__ void rotate(const int* input, int* output) {
    __shared__ int values[BLOCK];
    const auto tile = cg::tiled_partition<TILE>(cg::this_thread_block());
    const int lane = tile.thread_rank();
    const int number = threadIdx.x / TILE;
    int* own = values + number * TILE;
    const int i = blockIdx.x * BLOCK + threadIdx.x;

    own[lane] = input[i];
    tile.sync();
    for (int round = 0; round < number; ++round) {
        const int right = own[(lane + 1) % TILE];
        tile.sync();
        own[lane] = right;
        tile.sync();
    }
    output[i] = own[lane];
}

int main() {
    constexpr int n = 4 * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    rotate<<<4, BLOCK>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int i) {
        const int tile = i / TILE, places = tile % (BLOCK / TILE);
        return random_number(tile * TILE + (i + places) % TILE);
    });
}
