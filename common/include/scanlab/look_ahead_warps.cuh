/// \file
/// What lesson 10 builds, for lesson 11: the warp that loads and those that look back. Here a warp's
/// prefix is counted from the start of its tile, and what precedes the tile is of the type Shared::Sum.
#pragma once

#include "look_ahead.cuh"

namespace scanlab {

/// Loads the tiles and publishes their sums: as soon as a tile is summed, its place in the ring is
/// free.
template <class Shared>
__device__ __forceinline__ void load_tiles(Shared& s, const int* input, Deal deal, Aggregates* all,
                                           CachePolicy policy) {
    const int lane = threadIdx.x % warp_size, rounds = deal.my_rounds();
    for (int r = 0; r < rounds; ++r) {
        s.summed[r % s.SLOTS].wait(r / s.SLOTS);
        const int sum = warp_reduce(lane < s.WARPS ? s.sums[r % s.SLOTS][lane] : 0);
        if (lane == 0) {
            all->publish(s.tag + r, sum);
            s.known[r % s.SLOTS].arrive(); // so that nobody gets far ahead of this warp
            if (const int next = r + s.STAGES; s.BULK && next < rounds)
                load_bulk(s.ring[next % s.STAGES], input + deal.start(next), deal.size(next),
                          s.arrived[next % s.STAGES], policy);
        }
        __syncwarp();
    }
}

/// Finds the prefixes of every s.LOOK_BACKS-th tile of this block.
template <class Shared>
__device__ __forceinline__ void look_back(Shared& s, int turn, Deal deal, Aggregates* all) {
    const int lane = threadIdx.x % warp_size, rounds = deal.my_rounds();
    for (int r = turn; r < rounds; r += s.LOOK_BACKS) {
        const int slot = r % s.SLOTS, previous = (r - 1) % s.SLOTS;
        s.summed[slot].wait(r / s.SLOTS);
        const int sum = lane < s.WARPS ? s.sums[slot][lane] : 0;
        const int scanned = warp_inclusive_scan(sum);
        typename Shared::Sum before = all->sum_of_others(s.tag + r, r == 0);
        if (r > 0) { // what precedes all that: this block's last tile and all before it
            s.known[previous].wait((r - 1) / s.SLOTS);
            before += s.inclusive[previous];
        }
        if (lane < s.WARPS) s.prefixes[slot][lane] = scanned - sum;
        if (lane == warp_size - 1) {
            s.exclusive[slot] = before;
            s.inclusive[slot] = before + scanned;
        }
        s.known[slot].arrive(); // every lane, for what it has written
    }
}

} // namespace scanlab
