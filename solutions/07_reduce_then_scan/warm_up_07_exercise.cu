// Warm-up 07: a whole array, for once with few tiles: their totals, a scan of these, and then the
// tiles. One line is wrong.
//
//     ./scanlab check 07 --warm-up
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

template <int BLOCK>
__global__ void reduce_tiles(const int* input, int* totals, long long n) {
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    const int value = i < n ? input[i] : 0;
    const int before = scanlab::block_exclusive_scan<BLOCK>(value);
    if (threadIdx.x == BLOCK - 1) totals[blockIdx.x] = before + value;
}

/// Inclusive, in place, by one block: totals[k] becomes the sum of tiles 0 to k.
template <int BLOCK>
__global__ void scan_totals(int* totals, int tiles) {
    const int t = threadIdx.x;
    const int total = t < tiles ? totals[t] : 0;
    const int before = scanlab::block_exclusive_scan<BLOCK>(total);
    if (t < tiles) totals[t] = before + total;
}

template <int BLOCK>
__global__ void scan_tiles(const int* input, int* output, const int* totals, long long n) {
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    // BEGIN SOLUTION the sum of the tiles before this one.
    //> const int before_tile = totals[blockIdx.x];
    const int before_tile = blockIdx.x > 0 ? totals[blockIdx.x - 1] : 0;
    // END SOLUTION
    const int value = i < n ? input[i] : 0;
    const int before = scanlab::block_exclusive_scan<BLOCK>(value);
    if (i < n) output[i] = before_tile + before + value;
}

template <int BLOCK>
struct WarmUp {
    static int tiles(long long n) { return static_cast<int>(scanlab::ceil_div(n, BLOCK)); }
    static std::size_t workspace(long long n) { return tiles(n) * sizeof(int); }

    static void launch(const scanlab::Problem& p) {
        int* const totals = static_cast<int*>(p.workspace);
        reduce_tiles<BLOCK><<<tiles(p.n), BLOCK, 0, p.stream>>>(p.input, totals, p.n);
        scan_totals<BLOCK><<<1, BLOCK, 0, p.stream>>>(totals, tiles(p.n));
        scan_tiles<BLOCK><<<tiles(p.n), BLOCK, 0, p.stream>>>(p.input, p.output, totals, p.n);
    }
};

SCANLAB_EXERCISE(warm_up_07, WarmUp);
