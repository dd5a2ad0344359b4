// Challenge 09: compaction in three phases, each with a kernel of its own: flag, scan, scatter.
//
// Textbooks begin with this compaction. Each phase is a kernel, and reads the result of the one before
// it. It is easier to build than lesson 09's single pass, because any predicate, scan and scatter go
// together. But flags and positions go through global memory, and that costs more than moving the
// elements.
//
// What it costs: 28 bytes per element (4 + 4 to flag, 4 + 4 to scan, 8 + 4 to scatter, if all are kept)
// and a few per tile; lesson 09 needs 8.
// (Billeter, Olsson, Assarsson, "Efficient Stream Compaction on Wide SIMD Many-Core Architectures",
// 2009.)
// Shared work: at most 200 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>
#include <scanlab/tile.cuh>

/// Four elements per thread: one 16-byte vector.
template <int BLOCK>
using Tile = scanlab::Tile<BLOCK, 1>;

/// flags[i] = 1 if element i is kept, else 0.
template <int BLOCK>
__global__ void flag(const int* input, int* flags, long long n) {
    const long long start = blockIdx.x * static_cast<long long>(Tile<BLOCK>::items);
    Tile<BLOCK> tile;
    tile.load(input, start, n);
    // BEGIN SOLUTION replace the tile's elements by their flags.
    int4& v = tile.rows[0];
    v = {v.x != 0, v.y != 0, v.z != 0, v.w != 0};
    // END SOLUTION
    tile.store(flags, start, n);
}

/// Replaces each flag by the number of flags in its tile up to it; totals[b] = their number in tile b.
template <int BLOCK>
__global__ void scan_tiles(int* flags, long long* totals, long long n) {
    const long long start = blockIdx.x * static_cast<long long>(Tile<BLOCK>::items);
    Tile<BLOCK> tile;
    tile.load(flags, start, n);
    // BEGIN SOLUTION scan the tile, and note its total.
    tile.scan();
    int total;
    tile.add(scanlab::block_prefix_of_warp<BLOCK>(tile.rows[0].w, total));
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
    // END SOLUTION
    tile.store(flags, start, n);
}

/// One block replaces each tile's total by the sum of those before it; *kept = the sum of all.
template <int BLOCK>
__global__ void scan_totals(long long* totals, long long tiles, long long* kept) {
    // BEGIN SOLUTION walk over the totals, BLOCK at a time, as in exercise 02. A total fits an int;
    //| their sum may not.
    long long carry = 0;
    for (long long start = 0; start < tiles; start += BLOCK) {
        const long long b = start + threadIdx.x;
        const int value = b < tiles ? static_cast<int>(totals[b]) : 0;
        const int scanned = scanlab::warp_inclusive_scan(value);
        int total;
        const int before = scanlab::block_prefix_of_warp<BLOCK>(scanned, total);
        if (b < tiles) totals[b] = carry + before + scanned - value;
        carry += total;
        __syncthreads(); // the next call of block_prefix_of_warp needs it
    }
    if (threadIdx.x == 0) *kept = carry;
    // END SOLUTION
}

/// Moves each kept element to its place.
template <int BLOCK>
__global__ void scatter(const int* input, const int* counts, const long long* before_tiles, int* output,
                        long long n) {
    // BEGIN SOLUTION which place does an element get, if counts[i] elements of its tile, up to
    //| and including it, are kept? Let neighbouring threads take neighbouring elements.
    const long long start = blockIdx.x * static_cast<long long>(Tile<BLOCK>::items);
    int* const run = output + before_tiles[blockIdx.x];
    for (int k = threadIdx.x; k < Tile<BLOCK>::items && start + k < n; k += BLOCK) {
        const int element = input[start + k];
        if (element != 0) run[counts[start + k] - 1] = element;
    }
    // END SOLUTION
}

template <int BLOCK>
struct CompactionByKernels {
    static constexpr int items_per_thread = Tile<BLOCK>::items_per_thread;
    static constexpr long long TILE = Tile<BLOCK>::items;

    /// A total per tile, then a flag per element.
    static std::size_t workspace(long long n) {
        return padded(scanlab::ceil_div(n, TILE)) * sizeof(long long) +
               static_cast<std::size_t>(n) * sizeof(int);
    }

    static void launch(const scanlab::Problem& p) {
        const long long tiles = scanlab::ceil_div(p.n, TILE);
        auto* const totals = static_cast<long long*>(p.workspace);
        int* const flags = reinterpret_cast<int*>(totals + padded(tiles));
        if (tiles > 0) {
            flag<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(p.input, flags, p.n);
            scan_tiles<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(flags, totals, p.n);
        }
        scan_totals<BLOCK><<<1, BLOCK, 0, p.stream>>>(totals, tiles, p.kept);
        if (tiles > 0)
            scatter<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(p.input, flags, totals, p.output, p.n);
    }

private:
    /// The flags begin where a 16-byte load may begin.
    static std::size_t padded(long long count) {
        return static_cast<std::size_t>(scanlab::ceil_div(count, 2)) * 2;
    }
};

SCANLAB_EXERCISE(compaction_by_kernels, CompactionByKernels);
