// Warm-up 11: a warp compacts rows of 32, and scans the counts of four rows at once. One line is wrong.
//
//     ./scanlab check 11 --warm-up
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

/// How many bits of a word each of the four counts has.
// TODO: no count may run over into the next one, and four have to fit.
constexpr int BITS = 4;

__device__ int count_of_row(unsigned counts, int row) {
    return static_cast<int>(counts >> (BITS * row) & ((1u << BITS) - 1));
}

/// Keeps, in order, the elements that are not zero.
__global__ void compact(const int* input, int* output, long long* kept, long long n) {
    constexpr int ROWS = 4, WARP = scanlab::warp_size;
    long long to = 0;
    for (long long start = 0; start < n; start += ROWS * WARP) {
        int items[ROWS];
        unsigned flags = 0;
        for (int row = 0; row < ROWS; ++row) {
            const long long i = start + row * WARP + threadIdx.x;
            items[row] = i < n ? input[i] : 0;
            flags |= (items[row] != 0 ? 1u : 0u) << (BITS * row);
        }

        // One scan for four rows: how many this lane and those before it keep of each.
        const unsigned scanned = scanlab::warp_inclusive_scan(static_cast<int>(flags));
        const unsigned totals = __shfl_sync(scanlab::all_lanes, scanned, WARP - 1);
        for (int row = 0; row < ROWS; ++row) {
            if (items[row] != 0) output[to + count_of_row(scanned, row) - 1] = items[row];
            to += count_of_row(totals, row);
        }
    }
    if (threadIdx.x == 0) *kept = to;
}

template <int>
struct WarmUp {
    static void launch(const scanlab::Problem& p) {
        compact<<<1, scanlab::warp_size, 0, p.stream>>>(p.input, p.output, p.kept, p.n);
    }
};

SCANLAB_EXERCISE(warm_up_11, WarmUp);
