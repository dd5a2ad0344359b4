/// \file
/// What lessons 08 and 09 build, for exercises on top of them: look-back over sums and over counts.
#pragma once

#include "collectives.cuh"

#include <cuda/atomic>

namespace scanlab {

/// What a tile publishes: a status above 62 bits of sum. All are 0 before the launch.
using TileDescriptor = unsigned long long;

/// Publishes the sum of tile `tile`, and returns that of all tiles before it. The lanes of one warp
/// call it and get the same. `tile` is a ticket: every earlier tile belongs to a block that has
/// started. Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA,
/// 2016.
template <class Sum>
__device__ inline Sum look_back(TileDescriptor* descriptors, long long tile, int tile_sum) {
    using Shared = cuda::atomic_ref<TileDescriptor, cuda::thread_scope_device>;
    constexpr TileDescriptor empty = 0, aggregate = 1, prefix = 2, sum_bits = (1ULL << 62) - 1;
    const auto status = [](TileDescriptor d) { return d >> 62; };
    const auto value = [](TileDescriptor d) { return static_cast<Sum>(d & sum_bits); };
    const auto publish = [&](TileDescriptor s, Sum sum) {
        Shared(descriptors[tile])
            .exchange((s << 62) | (static_cast<TileDescriptor>(sum) & sum_bits),
                      cuda::memory_order_relaxed);
    };
    const int lane = threadIdx.x % warp_size;

    if (lane == 0) publish(aggregate, tile_sum);
    Sum total = 0;
    for (long long nearest = tile - 1;; nearest -= warp_size) {
        TileDescriptor d;
        unsigned known, missing;
        do { // until no tile is missing before the nearest known prefix
            const long long other = nearest - lane;
            d = prefix << 62; // nothing precedes tile 0
            if (other >= 0) d = Shared(descriptors[other]).load(cuda::memory_order_relaxed);
            known = __ballot_sync(all_lanes, status(d) == prefix);
            missing = __ballot_sync(all_lanes, status(d) == empty);
        } while (missing != 0 && (known == 0 || __ffs(missing) < __ffs(known)));

        // The one prefix may be large; the aggregates before it are sums of a tile and fit an int.
        const int prefix_lane = known != 0 ? __ffs(known) - 1 : warp_size;
        total += warp_sum(lane < prefix_lane ? static_cast<int>(value(d)) : 0);
        if (known == 0) continue;
        total += __shfl_sync(all_lanes, value(d), prefix_lane);
        if (lane == 0) publish(prefix, total + tile_sum);
        return total;
    }
}

/// The same for sums that wrap around at 32 bits.
__device__ inline int look_back_sums(TileDescriptor* descriptors, long long tile, int sum) {
    return look_back<int>(descriptors, tile, sum);
}

/// The same for counts, of which all together may not fit 32 bits.
__device__ inline long long look_back_counts(TileDescriptor* descriptors, long long tile, int count) {
    return look_back<long long>(descriptors, tile, count);
}

} // namespace scanlab
