// The next tile is copied in while other threads still read the last one: there is no barrier after the reading.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

constexpr int BLOCK = 64, TILES = 4;

__global__ void add_right_neighbours(const int* input, int* output) {
    __shared__ int tile[BLOCK];
    const auto block = cg::this_thread_block();
    for (int t = 0; t < TILES; ++t) {
        cg::memcpy_async(block, tile, input + t * BLOCK, sizeof tile); // finds: race-shared
        cg::wait(block);
        output[t * BLOCK + static_cast<int>(threadIdx.x)] = tile[threadIdx.x] + tile[(threadIdx.x + 1) % BLOCK]; // finds: race-shared
    }
}

int main() {
    constexpr int n = TILES * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    add_right_neighbours<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
