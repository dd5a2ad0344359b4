// Exercise 14: into sixteen bins, one pass of a radix sort that moves more than keys.
//
// Keys are seldom sorted alone, because something belongs to each, as a particle belongs to its cell.
// So the result has the indices of the elements, by which you can move everything else. A bin is a
// digit of four bits, and the elements of a bin keep their order.
//
// What it costs: 12 bytes per element (4 to count, 4 to read again, 4 for the index), and 24 per bin
// and tile for the counts and their scan.
// (Satish, Harris, Garland, "Designing Efficient Sorting Algorithms for Manycore GPUs", 2009.)
// Shared work: at most 400 steps per thread (accesses, barriers, shuffles) for 32768 elements.
#include <scanlab/exercise.hpp>
#include <scanlab/scan_counts.cuh>

constexpr int ITEMS = 4; // elements per thread
constexpr int BINS = 16;

__device__ int bin_of(int value) { return value & (BINS - 1); }

/// Writes how many elements of the tile belong into bin b to counts[b * tiles + tile].
template <int BLOCK>
__global__ void count_bins(const int* input, long long n, int* counts) {
    // TODO: count the tile's elements in shared memory, and write the counts in the order that
    //       the scan needs. All tiles' counts of bin 0 come first, then those of bin 1, and so on.
    const long long tiles = gridDim.x;
    if (threadIdx.x < BINS) counts[threadIdx.x * tiles + blockIdx.x] = 0;
}

/// Writes each element's index to its place. before[b * tiles + tile] elements come before the tile's
/// first one of bin b. They are those of smaller bins, and those of bin b in earlier tiles.
template <int BLOCK>
__global__ void scatter(const int* input, int* output, long long n, const long long* before) {
    // TODO: rank the elements. How many elements of the same bin come before each of them in
    //       the tile? Put their indices in order in shared memory, and write the run of each bin, so
    //       that neighbouring threads write to neighbouring addresses.
}

template <int BLOCK>
struct SixteenBins {
    static constexpr int items_per_thread = ITEMS;
    static constexpr long long TILE = BLOCK * ITEMS;

    static long long counts(long long n) { return BINS * scanlab::ceil_div(n, TILE); }

    /// The counts, their scan, and the workspace of that scan.
    static std::size_t workspace(long long n) {
        return static_cast<std::size_t>(counts(n)) * (sizeof(int) + sizeof(long long)) +
               scanlab::scan_counts_workspace<BLOCK>(counts(n));
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const long long tiles = scanlab::ceil_div(p.n, TILE);
        int* const in_tiles = static_cast<int*>(p.workspace);
        auto* const before = reinterpret_cast<long long*>(in_tiles + counts(p.n));
        count_bins<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(p.input, p.n, in_tiles);
        scanlab::launch_scan_counts<BLOCK>(in_tiles, before, counts(p.n), before + counts(p.n),
                                           p.stream);
        scatter<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(p.input, p.output, p.n, before);
    }
};

SCANLAB_EXERCISE(sixteen_bins, SixteenBins);
