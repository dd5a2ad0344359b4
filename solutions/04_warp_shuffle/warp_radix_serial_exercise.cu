// Exercise 04: one warp scans the block's tile. It walks from row to row and carries the total along.
//
// Lesson 04 scans all rows of 32 elements at once, then needs barriers to give each warp the sum before
// it. Here the first warp scans one row after the other. The total of the row before is in its own
// registers, so no barrier is needed between the rows. The other warps help to load the tile into
// shared memory and to store it.
//
// What it costs: 8 bytes per element; two barriers in all; TILE/32 warp scans, one after the other.
// Shared work: the lanes of one warp scan, in at most 450 steps (accesses, barriers, shuffles).
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

constexpr int WARP = scanlab::warp_size; // 32
constexpr int ITEMS = 4;                 // elements per thread

template <int BLOCK>
__global__ void warp_radix_serial(const int* input, int* output, long long n) {
    constexpr int TILE = BLOCK * ITEMS;
    static_assert(TILE % WARP == 0, "a tile consists of whole rows");
    __shared__ int sums[TILE];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

    for (int i = t; i < TILE; i += BLOCK) sums[i] = start + i < n ? input[start + i] : 0;
    __syncthreads(); // the tile is there

    // BEGIN SOLUTION the first warp walks over the tile, WARP elements at a time. Use
    //| scanlab::warp_inclusive_scan(); __shfl_sync() gives all lanes the value of the last one.
    if (t < WARP) {
        int carry = 0; // the sum of all rows before, for every lane
        for (int row = 0; row < TILE; row += WARP) {
            const int sum = carry + scanlab::warp_inclusive_scan(sums[row + t]);
            sums[row + t] = sum;
            carry = __shfl_sync(scanlab::all_lanes, sum, WARP - 1);
        }
    }
    // END SOLUTION

    __syncthreads(); // the sums are there
    for (int i = t; i < TILE; i += BLOCK)
        if (start + i < n) output[start + i] = sums[i];
}

template <int BLOCK>
struct WarpRadixSerial {
    static constexpr int items_per_thread = ITEMS;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        warp_radix_serial<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK * ITEMS), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(warp_radix_serial, WarpRadixSerial);
