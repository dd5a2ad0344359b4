/// \file
/// Scans of a warp and of a block, one value per thread, for the programs of this corpus.
#pragma once

#include <cuda_runtime.h>

namespace scanlab {

constexpr int warp_size = 32;
constexpr unsigned all_lanes = 0xffffffff;

/// The sum of `value` over the lanes of the warp up to this one.
/// Hillis and Steele, "Data Parallel Algorithms", 1986.
__device__ inline int warp_inclusive_scan(int value) {
    const int lane = threadIdx.x % warp_size;
#pragma unroll
    for (int distance = 1; distance < warp_size; distance *= 2) {
        const int left = __shfl_up_sync(all_lanes, value, distance);
        if (lane >= distance) value += left;
    }
    return value;
}

/// The sum of `value` over all lanes of the warp, for each of them.
__device__ inline int warp_sum(int value) {
#pragma unroll
    for (int distance = warp_size / 2; distance > 0; distance /= 2) value += __shfl_xor_sync(all_lanes, value, distance);
    return value;
}

/// What the warps before this thread's warp sum up to, given each warp's total in its last lane;
/// `block_total` becomes the sum of all. One block barrier; a second call needs another one before it.
template <int BLOCK>
__device__ inline int block_prefix_of_warp(int warp_total_in_last_lane, int& block_total) {
    constexpr int WARPS = (BLOCK + warp_size - 1) / warp_size;
    static_assert(WARPS <= warp_size, "one warp has to be able to scan all the totals");
    __shared__ int totals[WARPS];
    const int warp = threadIdx.x / warp_size;
    const int lane = threadIdx.x % warp_size;

    if (lane == warp_size - 1) totals[warp] = warp_total_in_last_lane;
    __syncthreads();
    // Every warp scans the totals for itself: that costs less than a second barrier.
    const int total = lane < WARPS ? totals[lane] : 0;
    const int scanned = warp_inclusive_scan(total);
    block_total = __shfl_sync(all_lanes, scanned, WARPS - 1);
    return __shfl_sync(all_lanes, scanned - total, warp);
}

/// The sum of `value` over the threads of the block before this one. One block barrier, as above.
template <int BLOCK>
__device__ inline int block_exclusive_scan(int value) {
    const int scanned = warp_inclusive_scan(value);
    int block_total;
    return block_prefix_of_warp<BLOCK>(scanned, block_total) + scanned - value;
}

} // namespace scanlab
