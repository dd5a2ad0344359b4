/// \file
/// What lesson 04 builds, for the lessons after it: scans of a warp and of a block, one value a thread.
#pragma once

#include <cuda_runtime.h>

namespace scanlab {

constexpr unsigned all_lanes = 0xffffffff;

/// The sum of `value` over the lanes of the warp up to this one. WARP < 32 makes each group of that
/// many lanes a warp of its own (for pictures). Hillis and Steele, "Data Parallel Algorithms", 1986.
template <int WARP = 32>
__device__ inline int warp_inclusive_scan(int value) {
    const int lane = threadIdx.x % WARP;
#pragma unroll
    for (int distance = 1; distance < WARP; distance *= 2) {
        const int left = __shfl_up_sync(all_lanes, value, distance, WARP);
        if (lane >= distance) value += left;
    }
    return value;
}

/// The sum of `value` over all lanes of the warp, for each of them.
template <int WARP = 32>
__device__ inline int warp_sum(int value) {
#pragma unroll
    for (int distance = WARP / 2; distance > 0; distance /= 2)
        value += __shfl_xor_sync(all_lanes, value, distance, WARP);
    return value;
}

/// What the warps before this thread's warp sum up to, given each warp's total in its last lane;
/// `block_total` becomes the sum of all. One block barrier; a second call needs another one before it.
template <int BLOCK, int WARP = 32>
__device__ inline int block_prefix_of_warp(int warp_total_in_last_lane, int& block_total) {
    constexpr int WARPS = (BLOCK + WARP - 1) / WARP;
    static_assert(WARPS <= WARP, "one warp has to be able to scan all the totals");
    __shared__ int totals[WARPS];
    const int warp = threadIdx.x / WARP;
    const int lane = threadIdx.x % WARP;

    if (lane == WARP - 1) totals[warp] = warp_total_in_last_lane;
    __syncthreads();
    // Every warp scans the totals for itself: that costs less than a second barrier.
    const int total = lane < WARPS ? totals[lane] : 0;
    const int scanned = warp_inclusive_scan<WARP>(total);
    block_total = __shfl_sync(all_lanes, scanned, WARPS - 1, WARP);
    return __shfl_sync(all_lanes, scanned - total, warp, WARP);
}

/// The sum of `value` over the threads of the block before this one. One block barrier, as above.
template <int BLOCK, int WARP = 32>
__device__ inline int block_exclusive_scan(int value) {
    const int scanned = warp_inclusive_scan<WARP>(value);
    int block_total;
    return block_prefix_of_warp<BLOCK, WARP>(scanned, block_total) + scanned - value;
}

} // namespace scanlab
