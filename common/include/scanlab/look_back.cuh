/// \file
/// What lessons 08 and 09 build, for exercises on top of them: look-back over counts.
#pragma once

#include "collectives.cuh"

#include <cuda/atomic>

namespace scanlab {

/// What a tile publishes: a status above 62 bits of count. All are 0 before the launch.
using CountDescriptor = unsigned long long;

/// Publishes the count of tile `tile`, and returns the sum of the counts of all tiles before it. All
/// lanes of one warp call it and get the same result. `tile` is a ticket: every earlier tile belongs to
/// a block that has started. Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled
/// Look-back", NVIDIA, 2016.
__device__ inline long long look_back_counts(CountDescriptor* descriptors, long long tile, int count) {
    using Shared = cuda::atomic_ref<CountDescriptor, cuda::thread_scope_device>;
    constexpr CountDescriptor empty = 0, aggregate = 1, prefix = 2;
    const auto status = [](CountDescriptor d) { return d >> 62; };
    const auto value = [](CountDescriptor d) { return static_cast<long long>(d & ((1ULL << 62) - 1)); };
    const auto publish = [&](CountDescriptor s, long long sum) {
        Shared(descriptors[tile])
            .exchange((s << 62) | static_cast<CountDescriptor>(sum), cuda::memory_order_relaxed);
    };
    const int lane = threadIdx.x % warp_size;

    if (lane == 0) publish(aggregate, count);
    long long total = 0;
    for (long long nearest = tile - 1;; nearest -= warp_size) {
        CountDescriptor d;
        unsigned known, missing;
        do { // until no tile is missing before the nearest known prefix
            const long long other = nearest - lane;
            d = prefix << 62; // nothing precedes tile 0
            if (other >= 0) d = Shared(descriptors[other]).load(cuda::memory_order_relaxed);
            known = __ballot_sync(all_lanes, status(d) == prefix);
            missing = __ballot_sync(all_lanes, status(d) == empty);
        } while (missing != 0 && (known == 0 || __ffs(missing) < __ffs(known)));

        // The one prefix may be large; the aggregates before it are counts of a tile and fit an int.
        const int prefix_lane = known != 0 ? __ffs(known) - 1 : warp_size;
        total += warp_sum(lane < prefix_lane ? static_cast<int>(value(d)) : 0);
        if (known == 0) continue;
        total += __shfl_sync(all_lanes, value(d), prefix_lane);
        if (lane == 0) publish(prefix, total + count);
        return total;
    }
}

} // namespace scanlab
