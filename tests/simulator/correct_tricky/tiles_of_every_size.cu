// Scans of tiles of 4, 8, 16 and 32 threads, by shuffles whose masks name just the tile.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int BLOCK = 64;

template <int SIZE>
__global__ void scan_tiles(const int* input, int* output) {
    const auto tile = cg::tiled_partition<SIZE>(cg::this_thread_block());
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    int sum = input[i];
    for (unsigned distance = 1; distance < SIZE; distance *= 2) {
        const int left = tile.shfl_up(sum, distance);
        if (tile.thread_rank() >= distance) sum += left;
    }
    output[i] = sum;
}

template <int SIZE>
int scanned_right(const RandomNumbers& input) {
    const DeviceArray<int> output(input.size());
    scan_tiles<SIZE><<<input.size() / BLOCK, BLOCK>>>(input.get(), output.get());
    finish();
    return verdict(output, InclusiveScan{SIZE});
}

int main() {
    const RandomNumbers input(4 * BLOCK);
    return scanned_right<4>(input) | scanned_right<8>(input) | scanned_right<16>(input) | scanned_right<32>(input);
}
