/// \file
/// How the blocks of a persistent grid share an array among them and learn each other's sums: what
/// lessons 10 and 11 are built on.
#pragma once

#include "bulk_copy.cuh"
#include "collectives.cuh"
#include "lesson.hpp"
#include "overlapping_launch.cuh"

#include <cuda/atomic>

namespace scanlab {

/// The sum of `value` over all lanes of the warp, in one instruction (compute capability 8.0).
__device__ inline int warp_reduce(int value) { return __reduce_add_sync(all_lanes, value); }

/// How an array is dealt to the blocks: in every round one tile to each, in turn.
struct Deal {
    long long n;
    int tile;   ///< elements of a tile; a multiple of 32
    int tiles;  ///< the last one may be shorter
    int rounds; ///< of block 0; other blocks may have one less

    /// This block's tile of a round: its number, its first element, and how many it has.
    __device__ int number(int round) const { return static_cast<int>(round * gridDim.x + blockIdx.x); }
    __device__ long long start(int round) const { return static_cast<long long>(number(round)) * tile; }
    __device__ int size(int round) const {
        return static_cast<int>(min(static_cast<long long>(tile), n - start(round)));
    }
    __device__ bool is_last(int round) const { return number(round) == tiles - 1; }
    __device__ int my_rounds() const { return number(rounds - 1) < tiles ? rounds : rounds - 1; }
};

/// Deals n elements to the blocks of a grid in tiles of at most `max_tile`, all blocks the same number
/// of rounds as far as possible; `blocks` becomes the size of the grid.
inline Deal deal(long long n, int max_tile, int& blocks) {
    const long long rounds = ceil_div(n, static_cast<long long>(blocks) * max_tile);
    const int tile = static_cast<int>(ceil_div(ceil_div(n, blocks * rounds), 32) * 32);
    const int tiles = static_cast<int>(ceil_div(n, tile));
    blocks = blocks < tiles ? blocks : tiles;
    return {n, tile, tiles, static_cast<int>(ceil_div(tiles, blocks))};
}

/// Where blocks publish the sums of their tiles, their aggregates. It is all zeros before the first
/// call and is never reset: every round of every call has a number of its own, its tag, and an
/// aggregate is there when it bears the right one. Tag and aggregate travel in one word, as in lesson
/// 08.
struct Aggregates {
    static constexpr int MAX_BLOCKS = 160, ROUNDS = 32; // nobody is 32 rounds ahead of anybody

    unsigned long long epoch; // rounds so far, above 16 bits that count who has read it
    unsigned long long words[ROUNDS][MAX_BLOCKS];

    using Shared = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;

    /// The tag of the first of `rounds` rounds. Each block calls it once; the last one advances the
    /// epoch.
    __device__ unsigned begin(int rounds) {
        constexpr unsigned long long one = 1 << 16;
        const unsigned long long old = Shared(epoch).fetch_add(1, cuda::memory_order_relaxed);
        if (old % one == gridDim.x - 1)
            Shared(epoch).fetch_add(rounds * one - gridDim.x, cuda::memory_order_relaxed);
        return static_cast<unsigned>(old / one) + 1; // no tag is zero
    }

    __device__ void publish(unsigned tag, int aggregate) {
        Shared(words[tag % ROUNDS][blockIdx.x])
            .exchange(static_cast<unsigned long long>(tag) << 32 | static_cast<unsigned>(aggregate),
                      cuda::memory_order_relaxed);
    }

    /// The sum of all tiles between this block's last one and this one, for all lanes of the warp that
    /// calls it: those of lower blocks in this round, and those of higher blocks in the round before.
    __device__ int sum_of_others(unsigned tag, bool first_round) {
        constexpr int PER_LANE = MAX_BLOCKS / warp_size;
        const int me = blockIdx.x, blocks = gridDim.x, lane = threadIdx.x % warp_size;
        if (first_round && me == 0) return 0; // nobody is before it
        int sum;
        bool missing;
        do {
            unsigned long long w[PER_LANE]; // all reads are under way before the first is needed
#pragma unroll
            for (int i = 0; i < PER_LANE; ++i) {
                const int other = lane + warp_size * i;
                w[i] = Shared(words[(other < me ? tag : tag - 1) % ROUNDS][other])
                           .load(cuda::memory_order_relaxed);
            }
            sum = 0;
            missing = false;
#pragma unroll
            for (int i = 0; i < PER_LANE; ++i) {
                const int other = lane + warp_size * i;
                if (other < me || (other > me && other < blocks && !first_round)) {
                    missing |= static_cast<unsigned>(w[i] >> 32) != (other < me ? tag : tag - 1);
                    sum += static_cast<int>(w[i] & 0xffffffff);
                }
            }
        } while (missing);
        __syncwarp();
        return warp_reduce(sum);
    }
};

/// As many blocks as there are multiprocessors: one on each, so that all run at the same time.
inline int resident_blocks() {
    static const int multiprocessors = device_attribute(cudaDevAttrMultiProcessorCount);
    return multiprocessors < Aggregates::MAX_BLOCKS ? multiprocessors : Aggregates::MAX_BLOCKS;
}

} // namespace scanlab
