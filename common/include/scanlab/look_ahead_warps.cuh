/// \file
/// The warps of lessons 10 to 12: one loads tiles into a ring and publishes their sums, others look
/// back, and the rest sum the tiles and finish them when their prefixes are known. They meet at
/// barriers in shared memory, in a struct that the lesson defines, here called Shared. In round r they
/// work on the block's tile r, which has slot r % SLOTS, phase r / SLOTS of the slot's barriers, and
/// place r % STAGES in the ring:
///
///     using Sum = int;                     // or long long
///     static constexpr int WARPS;          // that sum and finish tiles
///     static constexpr int AHEAD;          // rounds that a tile waits for its prefix, in registers
///     static constexpr int SLOTS;          // more than AHEAD
///     Barrier summed[SLOTS];               // all WARPS have read and summed the tile
///     Barrier known[SLOTS];                // its prefixes are there, and its sum is published
///     int sums[SLOTS][WARPS];              // of each warp's part of the tile
///     int prefixes[SLOTS][WARPS];          // what precedes each warp's part
///     Sum inclusive[SLOTS];                // the sum of the array up to the end of the tile
///     unsigned tag;                        // of round 0
///
/// If tiles come by bulk copies:
///
///     static constexpr int STAGES;         // tiles in flight
///     int ring[STAGES][Tile::items];       // aligned to 16 bytes
///     Barrier arrived[STAGES];             // the tile is in its place
///
/// If prefixes are to be counted from the start of the tile instead of the start of the array:
///
///     Sum exclusive[SLOTS];                // the sum of the array up to the start of the tile
#pragma once

#include "look_ahead.cuh"

namespace scanlab {

/// Prepares the barriers of sums and prefixes. One thread calls it.
template <class Shared>
__device__ void init_look_ahead(Shared& s) {
    // A block publishes round q when it knows the prefix of round q - SLOTS. So all others have then
    // published round q - SLOTS - 1, and look for nothing older than round q - 2 * SLOTS - 1.
    static_assert(Aggregates::ROUNDS > 2 * Shared::SLOTS + 1, "a row is used again while it is read");
    for (Barrier& barrier : s.summed) barrier.init(s.WARPS * warp_size);
    for (Barrier& barrier : s.known)
        barrier.init(2 * warp_size); // the lanes of a look-back, and of the warp that publishes
}

/// Prepares the ring and starts the copies of the first tiles. One thread calls it, as early as it can.
template <class Shared, class T>
__device__ void load_first_tiles(Shared& s, const T* input, const TilePartition& partition,
                                 CachePolicy policy) {
    for (Barrier& barrier : s.arrived) barrier.init(1);
    fence_bulk_copies(); // the copy engine has to see the barriers
    wait_for_kernels_before();
    for (int r = 0; r < s.STAGES && r < partition.my_rounds(); ++r)
        load_bulk(s.ring[r], input + partition.start(r), partition.size(r), s.arrived[r], policy);
}

/// Publishes the sums of the block's tiles and loads the next ones: as soon as a tile is summed, its
/// place in the ring is free. The lanes of one warp call it.
template <class Shared, class All>
__device__ __forceinline__ void load_tiles(Shared& s, [[maybe_unused]] const int* input,
                                           const TilePartition& partition, const All& all,
                                           [[maybe_unused]] CachePolicy policy) {
    const int lane = threadIdx.x % warp_size, rounds = partition.my_rounds();
    for (int r = 0; r < rounds; ++r) {
        s.summed[r % s.SLOTS].wait(r / s.SLOTS);
        const int sum = warp_reduce(lane < s.WARPS ? s.sums[r % s.SLOTS][lane] : 0);
        if (lane == 0) all.publish(s.tag + r, sum);
        s.known[r % s.SLOTS].arrive(); // every lane: it has read the sums
        if constexpr (requires { s.ring; })
            if (const int next = r + s.STAGES; lane == 0 && next < rounds)
                load_bulk(s.ring[next % s.STAGES], input + partition.start(next), partition.size(next),
                          s.arrived[next % s.STAGES], policy);
    }
}

/// Finds the prefixes of every `turns`-th tile of the block, from tile `turn` on. The lanes of one warp
/// call it, and the warps with the other turns call it, too: each goes on from the prefix that the one
/// before it finds. Unlike in Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled
/// Look-back", NVIDIA, 2016, no tile looks for another block's prefix: it needs one sum of each other
/// block.
template <class Shared, class All>
__device__ __forceinline__ void look_back(Shared& s, int turn, int turns,
                                          const TilePartition& partition, const All& all) {
    const int lane = threadIdx.x % warp_size, rounds = partition.my_rounds();
    for (int r = turn; r < rounds; r += turns) {
        const int slot = r % s.SLOTS, previous = (r - 1) % s.SLOTS;
        s.summed[slot].wait(r / s.SLOTS);
        const int sum = lane < s.WARPS ? s.sums[slot][lane] : 0;
        const int scanned = warp_inclusive_scan(sum);
        typename Shared::Sum before = all.sum_of_others(s.tag + r, r == 0);
        if (r > 0) { // what precedes all that: this block's last tile and all before it
            s.known[previous].wait((r - 1) / s.SLOTS);
            before += s.inclusive[previous];
        }
        constexpr bool from_tile = requires { s.exclusive; };
        if (lane < s.WARPS) s.prefixes[slot][lane] = (from_tile ? 0 : before) + scanned - sum;
        if (lane == warp_size - 1) {
            if constexpr (from_tile) s.exclusive[slot] = before;
            s.inclusive[slot] = before + scanned;
        }
        s.known[slot].arrive(); // every lane, for what it has written
        if (partition.is_last(r)) all.end(s.tag + r);
    }
}

/// The loop of the warps that sum and finish tiles. A Part is what a thread has of a tile, in
/// registers: a `Tile tile`, `void reduce()`, which all lanes call, and then `int total()`, the sum of
/// the warp's parts. `finish(part, r)` waits for the prefix of tile r and does the rest, AHEAD rounds
/// after the tile was summed. Without a ring each thread loads its part of the next tile into registers
/// while it works on this one.
template <class Part, class Shared, class Finish>
__device__ __forceinline__ void run_ahead(Shared& s, [[maybe_unused]] const int* input,
                                          const TilePartition& partition, Finish finish) {
    const int warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;
    const int rounds = partition.my_rounds();
    constexpr int AHEAD = Shared::AHEAD;
    constexpr bool RING = requires { s.ring; };
    static_assert(Shared::SLOTS > AHEAD, "no slot may be used for two tiles at a time");
    Part part, waiting[AHEAD]; // waiting[i]: for i + 1 rounds
    typename Shared::Tile next;
    if (!RING && rounds > 0) next.load(input + partition.start(0), 0, partition.size(0));
    for (int r = 0; r < rounds + AHEAD; ++r) {
        if (r < rounds) {
            if constexpr (RING) {
                s.arrived[r % s.STAGES].wait(r / s.STAGES);
                part.tile.load(s.ring[r % s.STAGES], 0, partition.size(r));
            } else {
                part.tile = next;
                if (r + 1 < rounds) next.load(input + partition.start(r + 1), 0, partition.size(r + 1));
            }
            part.reduce();
            if (lane == 0) s.sums[r % s.SLOTS][warp] = part.total();
            if constexpr (RING) fence_bulk_copies(); // the next copy must not overtake these reads
            s.summed[r % s.SLOTS].arrive();          // every thread: it has read its part of the ring
        }
        if (const int old = r - AHEAD; old >= 0) finish(waiting[AHEAD - 1], old);
#pragma unroll
        for (int i = AHEAD - 1; i > 0; --i) waiting[i] = waiting[i - 1];
        waiting[0] = part;
    }
}

} // namespace scanlab
