// Exercise 11: compaction whose runs are stored by the copy engine.
//
// New since staged_compaction: a bulk copy takes a tile's run out of the staging buffer, so threads do
// not have to issue the stores. It moves multiples of 16 bytes between addresses that are multiples of
// 16 bytes. So the run is staged as far past such an address as it will be in the output, and threads
// store its first and its last elements, up to three of each.
//
// What it costs: 4 bytes per element and 4 per element that is kept, and a staging buffer, which must
// not be written before the engine has read it.
// Shared work: at most 700 steps per thread (accesses, barriers, shuffles, copies) for 65536 elements.
#include <scanlab/bulk_copy.cuh>
#include <scanlab/exercise.hpp>
#include <scanlab/look_back.cuh>
#include <scanlab/tile.cuh>

#include <algorithm>

constexpr int WARP = scanlab::warp_size;

/// How many of four elements are kept: all but zeros.
__device__ int count_kept(int4 v) { return (v.x != 0) + (v.y != 0) + (v.z != 0) + (v.w != 0); }

/// Writes the kept elements of a vector next to each other.
__device__ void scatter(int4 v, int* to) {
    if (v.x != 0) *to++ = v.x;
    if (v.y != 0) *to++ = v.y;
    if (v.z != 0) *to++ = v.z;
    if (v.w != 0) *to++ = v.w;
}

/// Stores a run of `size` elements, which lie as far past a multiple of 16 bytes in shared memory as in
/// the output. All threads of the block call it.
__device__ void store_run(int* output, const int* staged, int size) {
    // TODO: up to three elements before the first multiple of 16 bytes, and up to three
    //       behind the last one, are the threads'. Thread 0 starts a bulk copy of the others.
}

template <int BLOCK>
__global__ void staged_store(const int* input, int* output, long long* kept, long long n,
                             long long tiles, scanlab::TileDescriptor* descriptors, unsigned* tickets) {
    using Tile = scanlab::Tile<BLOCK, 1>;
    __shared__ alignas(16) int staged[Tile::items + 4]; // a run may begin up to three elements late
    __shared__ unsigned ticket;
    __shared__ long long before_tile;
    for (;;) {
        if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
        __syncthreads();
        const long long tile = ticket;
        if (tile >= tiles) break;

        // Count and look back.
        Tile items;
        items.load(input, tile * Tile::items, n);
        const int own = count_kept(items.rows[0]);
        const int scanned = scanlab::warp_inclusive_scan(own);
        int count; // of the tile
        [[maybe_unused]] const int before_warp = scanlab::block_prefix_of_warp<BLOCK>(
            __shfl_sync(scanlab::all_lanes, scanned, WARP - 1), count); // and a barrier
        if (threadIdx.x < WARP) {
            const long long before = scanlab::look_back_counts(descriptors, tile, count);
            if (threadIdx.x == 0) before_tile = before;
            if (threadIdx.x == 0 && tile == tiles - 1) *kept = before + count;
        }

        // TODO: scatter what is kept into the staging buffer, and call store_run(). When has
        //       the engine read the previous run? And what has to happen before it may read this one?
        __syncthreads();
    }
    // TODO: when a block ends, another one gets its shared memory. May it?
}

/// How many blocks of this kernel the device holds at a time.
template <int BLOCK>
long long blocks_that_fit() {
    int device, multiprocessors, on_each;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, staged_store<BLOCK>, BLOCK, 0);
    return static_cast<long long>(multiprocessors) * on_each;
}

template <int BLOCK>
struct StagedStore {
    static constexpr int items_per_thread = scanlab::Tile<BLOCK, 1>::items_per_thread;
    static constexpr long long TILE = scanlab::Tile<BLOCK, 1>::items;

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
        staged_store<BLOCK>
            <<<blocks, BLOCK, 0, p.stream>>>(p.input, p.output, p.kept, p.n, tiles, descriptors,
                                             reinterpret_cast<unsigned*>(descriptors + tiles));
    }
};

SCANLAB_EXERCISE(staged_store, StagedStore);
