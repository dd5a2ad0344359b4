// Challenge 07: reduce, then scan, in two launches however large the array is.
//
// Lesson 07 launches kernels to scan the totals, and more for the totals' totals. Here the reduce
// kernel does it. A block that has written its total counts itself; the one that finds it is the last
// knows that all totals are there, and scans them, tile by tile, as exercise 02 does.
//
// What it costs: 12 bytes per element and two launches. While the last block works, the others are
// done. (threadFenceReduction in NVIDIA's CUDA samples; CUDA C++ Programming Guide, "Memory Fence
// Functions".)
// Shared work: at most 160 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>
#include <scanlab/tile.cuh>

#include <cuda/atomic>

/// Eight elements per thread: two 16-byte vectors.
template <int BLOCK>
using Tile = scanlab::Tile<BLOCK, 2>;

/// Returns whether the calling block is the last one to call this. Then it can read everything that all
/// blocks have written before their calls. `done` is 0 before the launch.
__device__ bool is_last_block(unsigned* done) {
    // BEGIN SOLUTION one thread counts the block: what does it have to wait for, what does its count
    //| have to release and acquire, and how do the others learn the result?
    //> return false;
    __shared__ bool is_last;
    __syncthreads(); // the whole block has written what it has to write
    if (threadIdx.x == 0) {
        // Release: a block that sees this count sees what this one wrote. Acquire: the other way round.
        cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(*done);
        is_last = counter.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
    }
    __syncthreads(); // the count is known, and the whole block may read what it acquired
    return is_last;
    // END SOLUTION
}

/// totals[b] = the sum of all tiles before tile b.
template <int BLOCK>
__global__ void reduce_tiles(const int* input, int* totals, unsigned* done, long long n) {
    Tile<BLOCK> tile;
    tile.load(input, blockIdx.x * static_cast<long long>(Tile<BLOCK>::items), n);
    int total;
    scanlab::block_prefix_of_warp<BLOCK>(scanlab::warp_sum(tile.sum()), total);
    if (threadIdx.x == 0) totals[blockIdx.x] = total;

    if (!is_last_block(done)) return;
    // BEGIN SOLUTION the last block walks over the totals, BLOCK at a time, and makes them prefixes.
    int carry = 0; // the sum of the totals before
    for (unsigned start = 0; start < gridDim.x; start += BLOCK) {
        const unsigned i = start + threadIdx.x;
        const int value = i < gridDim.x ? totals[i] : 0;
        const int scanned = scanlab::warp_inclusive_scan(value);
        const int before = scanlab::block_prefix_of_warp<BLOCK>(scanned, total);
        if (i < gridDim.x) totals[i] = carry + before + scanned - value;
        carry += total;
        __syncthreads(); // the next call of block_prefix_of_warp needs it
    }
    // END SOLUTION
}

/// Scans every tile, beginning with the sum before it.
template <int BLOCK>
__global__ void scan_tiles(const int* input, int* output, const int* prefixes, long long n) {
    const long long start = blockIdx.x * static_cast<long long>(Tile<BLOCK>::items);
    Tile<BLOCK> tile;
    tile.load(input, start, n);
    tile.scan();
    int total;
    const int before_warp = scanlab::block_prefix_of_warp<BLOCK>(tile.rows[1].w, total);
    tile.add(prefixes[blockIdx.x] + before_warp);
    tile.store(output, start, n);
}

template <int BLOCK>
struct LastBlock {
    static constexpr int items_per_thread = Tile<BLOCK>::items_per_thread;
    static constexpr long long TILE = Tile<BLOCK>::items;

    /// A total per tile, and the counter of blocks after them.
    static std::size_t workspace(long long n) {
        return static_cast<std::size_t>(scanlab::ceil_div(n, TILE) + 1) * sizeof(int);
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const long long tiles = scanlab::ceil_div(p.n, TILE);
        int* const totals = static_cast<int*>(p.workspace);
        unsigned* const done = reinterpret_cast<unsigned*>(totals + tiles);
        cudaMemsetAsync(done, 0, sizeof *done, p.stream);
        reduce_tiles<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(p.input, totals, done, p.n);
        scan_tiles<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(p.input, p.output, totals, p.n);
    }
};

SCANLAB_EXERCISE(last_block, LastBlock);
