// Exercise 14: run lengths. 5 5 5 2 7 7 becomes 3 times 5, 1 time 2, 2 times 7.
//
// An element that differs from the one before it begins a run. A scan counts the runs before it, and
// so gives its run a number. Then the indices of these elements are compacted, as in lesson 09, and
// the length of a run is the difference of two neighbouring indices.
//
// What it costs: 4 bytes per element, and 24 per run (4 for its beginning, 12 to read that, the next
// one and its value, 8 for both results).
// Shared work: at most 130 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>
#include <scanlab/look_back.cuh>
#include <scanlab/tile.cuh>

constexpr int ITEMS = 4; // elements per thread: one 16-byte vector

using Descriptor = unsigned long long; // which a tile publishes

/// Writes the index where run r begins to begins[r], and the number of runs to *runs.
template <int BLOCK>
__global__ void find_runs(const int* input, int* begins, long long* runs, long long n,
                          Descriptor* descriptors, unsigned* tickets) {
    // TODO: take a ticket, load the tile, and flag elements that begin a run. Which element
    //       is before a thread's first one? Count the flags. scanlab::look_back_counts() returns
    //       how many the earlier tiles have. Write the indices. The last tile knows how many runs there are.
}

/// Writes the value and the length of run r to results[r].
template <int BLOCK>
__global__ void measure_runs(const int* input, const int* begins, const long long* runs, int2* results,
                             long long n) {
    // TODO: let each thread take runs in strides of the grid, because there may be more runs
    //       than threads. Where does the last run end?
}

template <int BLOCK>
struct RunLengths {
    static constexpr int items_per_thread = ITEMS;
    static constexpr long long TILE = BLOCK * ITEMS;

    static std::size_t scan_bytes(long long n) {
        return static_cast<std::size_t>(scanlab::ceil_div(n, TILE) + 1) * sizeof(Descriptor);
    }

    /// A descriptor for each tile, the ticket counter, and the indices where runs begin.
    static std::size_t workspace(long long n) {
        return scan_bytes(n) + static_cast<std::size_t>(n) * sizeof(int);
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) {
            cudaMemsetAsync(p.kept, 0, sizeof *p.kept, p.stream);
            return;
        }
        const long long tiles = scanlab::ceil_div(p.n, TILE);
        auto* const descriptors = static_cast<Descriptor*>(p.workspace);
        int* const begins = reinterpret_cast<int*>(descriptors + tiles + 1);
        cudaMemsetAsync(p.workspace, 0, scan_bytes(p.n), p.stream);
        find_runs<BLOCK>
            <<<tiles, BLOCK, 0, p.stream>>>(p.input, begins, p.kept, p.n, descriptors,
                                            reinterpret_cast<unsigned*>(descriptors + tiles));
        measure_runs<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(p.input, begins, p.kept,
                                                           reinterpret_cast<int2*>(p.wide_output), p.n);
    }
};

SCANLAB_EXERCISE(run_lengths, RunLengths);
