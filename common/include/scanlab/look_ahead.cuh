/// \file
/// How the blocks of a persistent grid share an array among them and learn each other's sums: what
/// lessons 10 and 11 are built on.
#pragma once

#include "bulk_copy.cuh"
#include "collectives.cuh"
#include "device_attribute.cuh"
#include "lesson.hpp"
#include "overlapping_launch.cuh"

#include <cuda/atomic>

#include <cstddef>

namespace scanlab {

/// The sum of `value` over all lanes of the warp, in one instruction (compute capability 8.0).
__device__ inline int warp_reduce(int value) { return __reduce_add_sync(all_lanes, value); }

/// How the tiles of an array are distributed over the blocks of a grid: round by round, one tile to
/// each block in turn. All functions but for the fields are about the block that calls them.
struct TilePartition {
    long long n;   ///< elements
    int tile_size; ///< elements per tile; a multiple of 32
    int tiles;     ///< the last one may be shorter
    int rounds;    ///< of block 0; other blocks may have one fewer
    int blocks;    ///< the size of the grid

    /// The block's tile of a round: its number, its first element, and how many elements it has.
    __device__ int number(int round) const { return static_cast<int>(round * gridDim.x + blockIdx.x); }
    __device__ long long start(int round) const {
        return static_cast<long long>(number(round)) * tile_size;
    }
    __device__ int size(int round) const {
        return static_cast<int>(min(static_cast<long long>(tile_size), n - start(round)));
    }
    __device__ bool is_last(int round) const { return number(round) == tiles - 1; }
    __device__ int my_rounds() const { return number(rounds - 1) < tiles ? rounds : rounds - 1; }
};

/// Partitions n > 0 elements into tiles of at most `max_tile_size`, a multiple of 32, for a grid of at
/// most `max_blocks`. Tiles are as small as the number of rounds allows, so that the last round is
/// nearly full.
inline TilePartition partition_tiles(long long n, int max_tile_size, int max_blocks) {
    const long long rounds = ceil_div(n, static_cast<long long>(max_blocks) * max_tile_size);
    const int tile_size = static_cast<int>(ceil_div(ceil_div(n, max_blocks * rounds), 32) * 32);
    const int tiles = static_cast<int>(ceil_div(n, tile_size));
    const int blocks = max_blocks < tiles ? max_blocks : tiles;
    return {n, tile_size, tiles, static_cast<int>(ceil_div(tiles, blocks)), blocks};
}

/// Where blocks publish the sums of their tiles, their aggregates. It is all zeros before the first
/// call and is never reset: every round of every call has a number of its own, its tag, and an
/// aggregate is there when it bears the right one. Tag and aggregate travel in one word, as in lesson
/// 08.
struct Aggregates {
    static constexpr int MAX_BLOCKS = 160, ROUNDS = 32; // no block is 32 rounds ahead of another

    unsigned long long epoch; // rounds so far, above 16 bits that count the blocks that have read it
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

    /// Publishes the sum of this block's tile of the round that has this tag.
    __device__ void publish(unsigned tag, int aggregate) {
        Shared(words[tag % ROUNDS][blockIdx.x])
            .exchange(static_cast<unsigned long long>(tag) << 32 | static_cast<unsigned>(aggregate),
                      cuda::memory_order_relaxed);
    }

    /// The sum of all tiles between this block's last one and this one, for all lanes of the warp that
    /// calls it: those of lower blocks in this round, and those of higher blocks in the round before.
    /// It waits until all of them are published.
    __device__ int sum_of_others(unsigned tag, bool first_round) {
        constexpr int PER_LANE = MAX_BLOCKS / warp_size;
        const int me = blockIdx.x, blocks = gridDim.x, lane = threadIdx.x % warp_size;
        if (first_round && me == 0) return 0; // no tile is before it
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

/// What the harness has to know about kernels that share such a grid: a base of a lesson's class of
/// kernels.
struct PersistentKernels {
    static constexpr int largest_block = 512;     ///< threads that hold tiles; others come on top
    static constexpr bool keeps_workspace = true; ///< zeros before the first call, then left alone
    static std::size_t workspace(long long) { return sizeof(Aggregates); }
};

/// As many blocks as the current device has multiprocessors, one on each, so that all run at the same
/// time; at most Aggregates::MAX_BLOCKS.
inline int resident_blocks() {
    const int multiprocessors = device_attribute<cudaDevAttrMultiProcessorCount>();
    return multiprocessors < Aggregates::MAX_BLOCKS ? multiprocessors : Aggregates::MAX_BLOCKS;
}

/// Launches a kernel of Shared::THREADS threads per block, which have a Shared in dynamic shared
/// memory, on a partition's blocks. It fails unless all of them can run at once, since they wait for
/// each other.
template <class Shared, class... Parameters, class... Arguments>
void launch_resident(void (*kernel)(Parameters...), const TilePartition& partition, cudaStream_t stream,
                     Arguments... arguments) {
    launch_overlapping(kernel,
                       {.blocks = partition.blocks,
                        .threads = Shared::THREADS,
                        .shared_bytes = sizeof(Shared),
                        .resident = true},
                       stream, arguments...);
}

} // namespace scanlab
