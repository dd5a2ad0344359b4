// Exercise 14: run lengths. 5 5 5 2 7 7 becomes 3 times 5, 1 time 2, 2 times 7.
//
// An element that differs from the one before it begins a run. Which run that is, a scan says: it
// counts the beginnings up to it. So the indices of the beginnings are compacted, as in lesson 09, and
// a run's length is the difference of two neighbouring ones.
//
// What it costs: 4 bytes per element, and 24 per run (4 for its beginning, 12 to read that, the next
// one and its value, 8 for both results).
// Shared work: at most 130 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>
#include <scanlab/look_back.cuh>
#include <scanlab/tile.cuh>

constexpr int ITEMS = 4; // elements per thread: one 16-byte vector

using Descriptor = unsigned long long; // what a tile lets the others know

/// begins[r] = the index where run r begins; *runs = how many runs there are.
template <int BLOCK>
__global__ void find_runs(const int* input, int* begins, long long* runs, long long n,
                          Descriptor* descriptors, unsigned* tickets) {
    // TODO: take a ticket, load the tile, and flag the elements that begin a run: what is the
    //       element before a thread's first one? Count the flags; scanlab::look_back_counts() knows how many
    //       the tiles before have. Write the indices; the last tile knows how many there are.
}

/// results[r] = value and length of run r.
template <int BLOCK>
__global__ void measure_runs(const int* input, const int* begins, const long long* runs, int2* results,
                             long long n) {
    // TODO: a thread per run, in strides of the grid, since there may be more runs than
    //       threads. What ends the last run?
}

template <int BLOCK>
struct RunLengths {
    static constexpr int items_per_thread = ITEMS;
    static constexpr long long TILE = BLOCK * ITEMS;

    static std::size_t scan_bytes(long long n) {
        return static_cast<std::size_t>(scanlab::ceil_div(n, TILE) + 1) * sizeof(Descriptor);
    }

    /// A descriptor a tile, the ticket counter after them, and the runs' beginnings.
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
