/// \file
/// Sums and scans of a warp and of a block, with one value per thread. Lesson 04 builds them, and the
/// later lessons use them.
#pragma once

#include "warp_size.hpp"

#include <cuda_runtime.h>

namespace scanlab {

/// Returns the sum of `value` over this lane and all lanes before it. For example, 3 1 7 0 … gives
/// 3 4 11 11 … (Hillis and Steele, "Data Parallel Algorithms", 1986.)
__device__ inline int warp_inclusive_scan(int value) {
    const int lane = threadIdx.x % warp_size;
#pragma unroll
    for (int distance = 1; distance < warp_size; distance *= 2) {
        const int left = __shfl_up_sync(all_lanes, value, distance);
        if (lane >= distance) value += left;
    }
    return value;
}

/// Returns the sum of `value` over all lanes of the warp. Each lane gets it.
__device__ inline int warp_sum(int value) {
#pragma unroll
    for (int distance = warp_size / 2; distance > 0; distance /= 2)
        value += __shfl_xor_sync(all_lanes, value, distance);
    return value;
}

/// Returns the sum of all warps before this one, given each warp's total in its last lane. Sets
/// `block_total` to the sum of all. All threads wait at one barrier; put another one between two calls.
template <int BLOCK>
__device__ inline int block_prefix_of_warp(int warp_total_in_last_lane, int& block_total) {
    constexpr int WARPS = (BLOCK + warp_size - 1) / warp_size;
    static_assert(WARPS <= warp_size, "one warp has to be able to scan all the totals");
    __shared__ int totals[WARPS];
    const int warp = threadIdx.x / warp_size;
    const int lane = threadIdx.x % warp_size;

    if (lane == warp_size - 1) totals[warp] = warp_total_in_last_lane;
    __syncthreads();
    // Every warp scans the totals for itself, because that costs less than a second barrier.
    const int total = lane < WARPS ? totals[lane] : 0;
    const int scanned = warp_inclusive_scan(total);
    block_total = __shfl_sync(all_lanes, scanned, WARPS - 1);
    return __shfl_sync(all_lanes, scanned - total, warp);
}

/// Returns the sum of `value` over the block's threads before this one. Has one barrier, as above.
template <int BLOCK>
__device__ inline int block_exclusive_scan(int value) {
    const int scanned = warp_inclusive_scan(value);
    int block_total;
    return block_prefix_of_warp<BLOCK>(scanned, block_total) + scanned - value;
}

/// Returns a mask of the lanes that have the same `value` of BITS bits. It takes one vote for each bit.
template <int BITS>
__device__ inline unsigned lanes_with(int value) {
    unsigned lanes = all_lanes >> (32 - warp_size);
#pragma unroll
    for (int bit = 0; bit < BITS; ++bit) {
        const bool is_one = (value >> bit) % 2 != 0;
        const unsigned ones = __ballot_sync(all_lanes, is_one);
        lanes &= is_one ? ones : ~ones;
    }
    return lanes;
}

} // namespace scanlab
