// Rung 1 of 6, from lesson 08 to lesson 10: blocks that stay.
//
// New since lesson 08: as many blocks start as have room, and they stay. Tile t belongs to block
// t % blocks, so nobody draws a ticket. A tile waits for tiles of all other blocks. So all blocks must
// run at the same time, and a cooperative launch fails unless they can.
//
// What it costs: 8 bytes per element, and two barriers per tile. A block loads nothing while it looks
// back.
#include <scanlab/lesson.hpp>
#include <scanlab/look_ahead.cuh>
#include <scanlab/look_back.cuh>
#include <scanlab/tile.cuh>

constexpr int WARP = scanlab::warp_size;     // 32
constexpr int VECTORS = scanlab::vectors(8); // 16-byte vectors per thread, as in lesson 08

template <int BLOCK>
__global__ void __launch_bounds__(BLOCK)
    persistent_look_back(const int* input, int* output, scanlab::TilePartition partition,
                         scanlab::TileDescriptor* descriptors) {
    __shared__ int before_tile;
    for (int r = 0; r < partition.my_rounds(); ++r) {
        // Reduce: load the tile and sum it up, warp by warp (a barrier).
        scanlab::Tile<BLOCK, VECTORS> tile;
        tile.load(input + partition.start(r), 0, partition.size(r));
        int aggregate;
        const int before_warp =
            scanlab::block_prefix_of_warp<BLOCK>(scanlab::warp_sum(tile.sum()), aggregate);

        // Look back: one warp publishes the aggregate, finds the prefix, and publishes that.
        if (threadIdx.x < WARP) {
            const int before = scanlab::look_back_sums(descriptors, partition.number(r), aggregate);
            if (threadIdx.x == 0) before_tile = before;
        }

        // Scan: the other warps do not wait for the look-back before they begin.
        tile.scan();
        __syncthreads(); // before_tile is there, and is read before the next round's first barrier
        tile.add(before_tile + before_warp);
        tile.store(output + partition.start(r), 0, partition.size(r));
    }
}

template <int BLOCK>
struct PersistentLookBack {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    static constexpr int items_per_thread = Tile::items_per_thread;

    /// A descriptor per tile. Tiles are made a little smaller, so that the last round is full, too.
    static std::size_t workspace(long long n) {
        return (scanlab::ceil_div(n, Tile::items) + blocks_that_fit()) *
               sizeof(scanlab::TileDescriptor);
    }

    static int blocks_that_fit() {
        int on_each;
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, persistent_look_back<BLOCK>, BLOCK, 0);
        return scanlab::resident_blocks() * on_each;
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        auto partition = scanlab::partition_tiles(p.n, Tile::items, blocks_that_fit());
        auto input = p.input;
        auto output = p.output;
        auto* descriptors = static_cast<scanlab::TileDescriptor*>(p.workspace);
        cudaMemsetAsync(descriptors, 0, partition.tiles * sizeof *descriptors, p.stream);
        void* arguments[] = {&input, &output, &partition, &descriptors};
        cudaLaunchCooperativeKernel(persistent_look_back<BLOCK>, partition.blocks, BLOCK, arguments, 0,
                                    p.stream);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<PersistentLookBack>(
        {.number = 10, .name = "persistent_look_back", .title = "Look-back by blocks that stay"}, argc,
        argv);
}
