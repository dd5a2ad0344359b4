// Exercise 10: a scan in rounds, with one sum of each other block.
//
// New since persistent_tickets: tile t belongs to block t % blocks, so nobody draws a ticket. A block
// publishes only the sums of its tiles. It remembers the prefix at the end of its own last tile, and
// adds the sums of the tiles in between, one of each other block. So a tile reads as many words as
// there are other blocks, and never has to find a prefix.
//
// What it costs: 8 bytes per element, and a word per tile, which all other blocks read; two barriers
// per tile.
// Shared work: at most 200 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>
#include <scanlab/look_ahead.cuh>
#include <scanlab/tile.cuh>

#include <algorithm>
#include <cuda/atomic>

constexpr int WARP = scanlab::warp_size;
constexpr int VECTORS = 1; // 16-byte vectors per thread

/// The sums of all tiles, a word each, which are 0 before the launch.
struct PublishedSums {
    using Word = unsigned long long;
    using SharedWord = cuda::atomic_ref<Word, cuda::thread_scope_device>;

    Word* words;

    /// One thread publishes the sum of a tile.
    __device__ void publish(int tile, int sum) const {
        // TODO: a sum may be 0, too. How do others know that it is there?
    }

    /// For all lanes of the warp that calls it: the sum of the tiles between the block's last tile
    /// and this one, of which each other block has one. It waits until all of them are published.
    __device__ int sum_of_others(int tile) const {
        // TODO: which tiles are these? The lanes share them. Wait for each, and add them up.
        return 0;
    }
};

template <int BLOCK>
__global__ void rounds(const int* input, int* output, scanlab::TilePartition partition,
                       PublishedSums published) {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    __shared__ int before_tile;
    [[maybe_unused]] int inclusive = 0; // in warp 0: the sum of all up to the end of the last tile
    for (int r = 0; r < partition.my_rounds(); ++r) {
        Tile tile;
        tile.load(input + partition.start(r), 0, partition.size(r));
        int aggregate;          // the sum of the tile
        const int before_warp = // of the tile, and a barrier
            scanlab::block_prefix_of_warp<BLOCK>(scanlab::warp_sum(tile.sum()), aggregate);
        if (threadIdx.x < WARP) {
            // TODO: publish the tile's sum, and find the sum of all that precedes the tile.
            if (threadIdx.x == 0) before_tile = 0;
        }
        tile.scan();     // the other warps do not wait before they begin
        __syncthreads(); // before_tile is there, and is read before the next round's first barrier
        tile.add(before_tile + before_warp);
        tile.store(output + partition.start(r), 0, partition.size(r));
    }
}

template <int BLOCK>
struct Rounds {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    static constexpr int items_per_thread = Tile::items_per_thread;

    /// How many blocks of this kernel the device holds at a time.
    static int blocks_that_fit() {
        int device, multiprocessors, on_each;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, rounds<BLOCK>, BLOCK, 0);
        return multiprocessors * on_each;
    }

    static int tiles(long long n) { return static_cast<int>(scanlab::ceil_div(n, Tile::items)); }
    static std::size_t workspace(long long n) { return tiles(n) * sizeof(PublishedSums::Word); }

    /// Blocks wait for each other, so all of them must run at the same time: the launch is cooperative.
    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const int blocks = std::min(tiles(p.n), blocks_that_fit());
        const int rounds_of_all = static_cast<int>(scanlab::ceil_div(tiles(p.n), blocks));
        scanlab::TilePartition partition{p.n, Tile::items, tiles(p.n), rounds_of_all, blocks};
        auto input = p.input;
        auto output = p.output;
        PublishedSums published{static_cast<PublishedSums::Word*>(p.workspace)};
        cudaMemsetAsync(p.workspace, 0, workspace(p.n), p.stream);
        void* arguments[] = {&input, &output, &partition, &published};
        cudaLaunchCooperativeKernel(rounds<BLOCK>, partition.blocks, BLOCK, arguments, 0, p.stream);
    }
};

SCANLAB_EXERCISE(rounds, Rounds);
