// Challenge 05: raking by warps. Every warp rakes over a run of its own, row by row.
//
// Exercise 05 lets one warp work while the others wait. Here each warp owns a run of rows of 32
// elements and walks over it with warp scans, carrying the total along as exercise 04 does. The warps'
// totals, the spine, are scanned once, and every element gets the sum before its warp.
//
// What it costs: 8 bytes per element, all accesses coalesced; one barrier in all. A lane's elements
// stay in its registers: shared memory holds the spine only, and has no banks to quarrel about.
// (Merrill and Grimshaw, "Parallel Scan for Stream Architectures", 2009.) Shared work: at most 130
// steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

constexpr int WARP = scanlab::warp_size; // 32
constexpr int ROWS = 8;                  // of a warp's run: elements per thread

template <int BLOCK>
__global__ void raking_reduce_scan(const int* input, int* output, long long n) {
    const int warp = threadIdx.x / WARP;
    const int lane = threadIdx.x % WARP;
    const long long start = static_cast<long long>(blockIdx.x) * BLOCK * ROWS; // of the tile
    // Index of this lane's element in the warp's first row; the next rows follow WARP elements apart.
    const long long first = start + warp * WARP * ROWS + lane;

    int items[ROWS];
#pragma unroll
    for (int row = 0; row < ROWS; ++row) {
        const long long i = first + row * WARP;
        items[row] = i < n ? input[i] : 0;
    }

    // TODO: scan the rows, one after the other, each continuing the one before; then add the
    //       sum before the warp: scanlab::block_prefix_of_warp() scans the spine.

#pragma unroll
    for (int row = 0; row < ROWS; ++row) {
        const long long i = first + row * WARP;
        if (i < n) output[i] = items[row];
    }
}

template <int BLOCK>
struct RakingReduceScan {
    static constexpr int items_per_thread = ROWS;
    static constexpr auto arrangement = scanlab::Arrangement::warp_striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        raking_reduce_scan<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK * ROWS), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(raking_reduce_scan, RakingReduceScan);
