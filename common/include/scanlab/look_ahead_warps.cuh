/// \file
/// The warps beside those that scan, in lessons 10 and 11: one loads tiles into a ring and publishes
/// their sums, others look back. All of them meet at barriers in shared memory.
#pragma once

#include "look_ahead.cuh"

namespace scanlab {

/// What the warps of a block share about the tiles that wait for their prefixes. BLOCK is the number of
/// threads that scan; a tile of round r has slot r % SLOTS, and phase r / SLOTS of its barriers.
///
/// A lesson's struct adds to it `static constexpr int STAGES`, `int ring[STAGES][…]`, aligned to 16
/// bytes, and `Barrier arrived[STAGES]`, if tiles come by bulk copies; and `Sum exclusive[SLOTS]`, if
/// the prefixes of the warps are to be counted from the start of the tile instead of the start of the
/// array.
template <int BLOCK, int SLOT_COUNT, class SumType>
struct LookAheadState {
    static constexpr int WARPS = BLOCK / warp_size, SLOTS = SLOT_COUNT;
    using Sum = SumType;

    Barrier summed[SLOTS];      ///< each warp has summed its part of the tile and read it from the ring
    Barrier known[SLOTS];       ///< the prefixes are known, and the tile's sum is published
    int sums[SLOTS][WARPS];     ///< of each warp's part of the tile
    int prefixes[SLOTS][WARPS]; ///< what precedes each warp's part
    Sum inclusive[SLOTS];       ///< the sum of the array up to the end of the tile
    unsigned tag;               ///< of round 0

    /// Prepares all this. One thread calls it; the block's next barrier has to come before any use.
    __device__ void begin(const TilePartition& partition, Aggregates* all) {
        for (Barrier& barrier : summed) barrier.init(BLOCK);
        for (Barrier& barrier : known)
            barrier.init(warp_size + 1); // a look-back's lanes, and the publisher
        wait_for_kernels_before();
        tag = all->begin(partition.rounds);
    }
};

/// Starts the copies of the first tiles. One thread calls it, as early as it can.
template <class Shared>
__device__ void load_first_tiles(Shared& s, const int* input, const TilePartition& partition,
                                 CachePolicy policy) {
    for (Barrier& barrier : s.arrived) barrier.init(1);
    fence_bulk_copies(); // the copy engine has to see the barriers
    wait_for_kernels_before();
    for (int r = 0; r < s.STAGES && r < partition.my_rounds(); ++r)
        load_bulk(s.ring[r], input + partition.start(r), partition.size(r), s.arrived[r], policy);
}

/// Publishes the sums of the block's tiles and loads the next ones: as soon as a tile is summed, its
/// place in the ring is free. The lanes of one warp call it.
template <class Shared>
__device__ __forceinline__ void load_tiles(Shared& s, [[maybe_unused]] const int* input,
                                           const TilePartition& partition, Aggregates* all,
                                           [[maybe_unused]] CachePolicy policy) {
    const int lane = threadIdx.x % warp_size, rounds = partition.my_rounds();
    for (int r = 0; r < rounds; ++r) {
        s.summed[r % s.SLOTS].wait(r / s.SLOTS);
        const int sum = warp_reduce(lane < s.WARPS ? s.sums[r % s.SLOTS][lane] : 0);
        if (lane == 0) {
            all->publish(s.tag + r, sum);
            s.known[r % s.SLOTS].arrive(); // so that no warp gets far ahead of this one
            if constexpr (requires { s.ring; })
                if (const int next = r + s.STAGES; next < rounds)
                    load_bulk(s.ring[next % s.STAGES], input + partition.start(next),
                              partition.size(next), s.arrived[next % s.STAGES], policy);
        }
        __syncwarp();
    }
}

/// Finds the prefixes of every `turns`-th tile of the block, from tile `turn` on. The lanes of one warp
/// call it, and the warps with the other turns call it, too: each goes on from the prefix that the one
/// before it finds.
template <class Shared>
__device__ __forceinline__ void look_back(Shared& s, int turn, int turns,
                                          const TilePartition& partition, Aggregates* all) {
    const int lane = threadIdx.x % warp_size, rounds = partition.my_rounds();
    for (int r = turn; r < rounds; r += turns) {
        const int slot = r % s.SLOTS, previous = (r - 1) % s.SLOTS;
        s.summed[slot].wait(r / s.SLOTS);
        const int sum = lane < s.WARPS ? s.sums[slot][lane] : 0;
        const int scanned = warp_inclusive_scan(sum);
        typename Shared::Sum before = all->sum_of_others(s.tag + r, r == 0);
        if (r > 0) { // what precedes all that: this block's last tile and all before it
            s.known[previous].wait((r - 1) / s.SLOTS);
            before += s.inclusive[previous];
        }
        if constexpr (requires { s.exclusive; }) {
            if (lane < s.WARPS) s.prefixes[slot][lane] = scanned - sum;
            if (lane == warp_size - 1) s.exclusive[slot] = before;
        } else {
            if (lane < s.WARPS) s.prefixes[slot][lane] = before + scanned - sum;
        }
        if (lane == warp_size - 1) s.inclusive[slot] = before + scanned;
        s.known[slot].arrive(); // every lane, for what it has written
    }
}

/// The loop of the scanning warps, for any Part that holds a thread's part of a tile in registers:
/// `int Part::take(tile)` takes a tile and returns the sum of its warp's part; `finish(part, r)` waits
/// for the prefix of tile r and does the rest, AHEAD rounds later. Without a ring, on GPUs before
/// compute capability 9.0, each thread loads its part of the next tile into registers while it works on
/// this one.
template <class Part, class Shared, class Finish>
__device__ __forceinline__ void run_ahead(Shared& s, [[maybe_unused]] const int* input,
                                          const TilePartition& partition, Finish finish) {
    const int warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;
    const int rounds = partition.my_rounds();
    constexpr int AHEAD = Shared::AHEAD;
    constexpr bool RING = requires { s.ring; };
    Part part, waiting[AHEAD]; // waiting[i]: for i + 1 rounds
    typename Shared::Tile next;
    if (!RING && rounds > 0) next.load(input + partition.start(0), 0, partition.size(0));
    for (int r = 0; r < rounds + AHEAD; ++r) {
        if (r < rounds) {
            typename Shared::Tile tile;
            if constexpr (RING) {
                s.arrived[r % s.STAGES].wait(r / s.STAGES);
                tile.load(s.ring[r % s.STAGES], 0, partition.size(r));
            } else {
                tile = next;
                if (r + 1 < rounds) next.load(input + partition.start(r + 1), 0, partition.size(r + 1));
            }
            const int sum = part.take(tile);
            if (lane == 0) s.sums[r % s.SLOTS][warp] = sum;
            s.summed[r % s.SLOTS].arrive(); // every thread: it has read its part of the ring
        }
        if (const int old = r - AHEAD; old >= 0) finish(waiting[AHEAD - 1], old);
#pragma unroll
        for (int i = AHEAD - 1; i > 0; --i) waiting[i] = waiting[i - 1];
        waiting[0] = part;
    }
}

} // namespace scanlab
