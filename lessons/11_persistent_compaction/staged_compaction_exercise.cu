// Exercise 11: compaction by blocks that stay, load ahead, and write each tile as one run.
//
// New since lesson 09: blocks stay, as in persistent_tickets, and the next tile is on its way while
// this one is compacted, as in double_buffered_loads. So the buffer in shared memory in which a
// tile becomes one run is used again for the next tile. And both rows of a tile are scanned in one
// go: their counts share a word.
//
// What it costs: 4 bytes per element and 4 per element that is kept, and 32 bytes of shared memory
// per thread.
// Shared work: at most 700 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>
#include <scanlab/look_back.cuh>
#include <scanlab/tile.cuh>

#include <algorithm>

constexpr int ROWS = 2; // of 16-byte vectors, one per lane

/// How many of four elements are kept: all but zeros.
__device__ int count_kept(int4 v) { return (v.x != 0) + (v.y != 0) + (v.z != 0) + (v.w != 0); }

/// Writes the kept elements of a vector next to each other.
__device__ void scatter(int4 v, int* to) {
    if (v.x != 0) *to++ = v.x;
    if (v.y != 0) *to++ = v.y;
    if (v.z != 0) *to++ = v.z;
    if (v.w != 0) *to++ = v.w;
}

template <int BLOCK>
__global__ void staged_compaction(const int* input, int* output, long long* kept, long long n,
                                  long long tiles, scanlab::TileDescriptor* descriptors,
                                  unsigned* tickets) {
    using Tile = scanlab::Tile<BLOCK, ROWS>;
    // TODO: draw tickets and load ahead, as in double_buffered_loads. Of each tile: count what
    //       is kept, in each row and before it; let one warp look back; scatter what is kept into a staging
    //       buffer of Tile::items elements, and write that as one run, neighbouring threads side by side.
    //       The last tile's block knows how many are kept in all.
}

/// How many blocks of this kernel the device holds at a time.
template <int BLOCK>
long long blocks_that_fit() {
    int device, multiprocessors, on_each;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, staged_compaction<BLOCK>, BLOCK, 0);
    return static_cast<long long>(multiprocessors) * on_each;
}

template <int BLOCK>
struct StagedCompaction {
    static constexpr int items_per_thread = scanlab::Tile<BLOCK, ROWS>::items_per_thread;
    static constexpr long long TILE = scanlab::Tile<BLOCK, ROWS>::items;

    /// A descriptor per tile, and the ticket counter after them.
    static std::size_t workspace(long long n) {
        return static_cast<std::size_t>(scanlab::ceil_div(n, TILE) + 1) *
               sizeof(scanlab::TileDescriptor);
    }

    static void launch(const scanlab::Problem& p) {
        const long long tiles = scanlab::ceil_div(p.n, TILE);
        cudaMemsetAsync(p.kept, 0, sizeof *p.kept, p.stream); // all that there is to do for n = 0
        if (tiles == 0) return;
        const long long blocks = std::min(tiles, blocks_that_fit<BLOCK>());
        auto* descriptors = static_cast<scanlab::TileDescriptor*>(p.workspace);
        cudaMemsetAsync(p.workspace, 0, workspace(p.n), p.stream);
        staged_compaction<BLOCK>
            <<<blocks, BLOCK, 0, p.stream>>>(p.input, p.output, p.kept, p.n, tiles, descriptors,
                                             reinterpret_cast<unsigned*>(descriptors + tiles));
    }
};

SCANLAB_EXERCISE(staged_compaction, StagedCompaction);
