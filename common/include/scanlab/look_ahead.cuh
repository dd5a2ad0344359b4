/// \file
/// How the blocks of a persistent grid share an array and learn each other's sums: what lessons 10 and
/// 11 are built on.
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

/// A value per warp, for all warps of the block: lane w gets the one of warp w, other lanes get zero.
/// One block barrier. `values` is in shared memory and must not be in use.
template <int WARPS>
__device__ inline int of_all_warps(int value, int (&values)[WARPS]) {
    static_assert(WARPS <= warp_size, "every warp has a lane");
    const int warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;
    if (lane == 0) values[warp] = value;
    __syncthreads();
    return lane < WARPS ? values[lane] : 0;
}

/// How the tiles of an array are distributed over the blocks of a grid: round by round, one tile to
/// each block in turn. Its functions are about the block that calls them.
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
    const int unit = max_tile_size < 32 ? max_tile_size : 32; // there are smaller tiles in pictures
    const int tile_size = static_cast<int>(ceil_div(ceil_div(n, max_blocks * rounds), unit) * unit);
    const int tiles = static_cast<int>(ceil_div(n, tile_size));
    const int blocks = max_blocks < tiles ? max_blocks : tiles;
    return {n, tile_size, tiles, static_cast<int>(ceil_div(tiles, blocks)), blocks};
}

/// Where blocks publish the sums of their tiles, their aggregates: a view of the workspace. That is all
/// zeros before the first call and is never reset: every round of every call has a number of its own,
/// its tag, and an aggregate is there when it bears the right one. Tag and aggregate travel in one
/// word, as in lesson 08.
struct Aggregates {
    static constexpr int ROUNDS = 32; // init_look_ahead() checks that they are enough

    unsigned* epoch;           ///< the tag before the next call's first one
    unsigned long long* words; ///< a row of one word per block for each of the last ROUNDS rounds
    int most_blocks;           ///< that a row has room for, a multiple of 32

    template <class T>
    using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

    /// The tag of the call's first round.
    __device__ unsigned begin() const {
        return Shared<unsigned>(*epoch).load(cuda::memory_order_relaxed) + 1;
    }

    /// Publishes the sum of this block's tile of the round that has this tag.
    __device__ void publish(unsigned tag, int aggregate) const {
        Shared<unsigned long long>(row(tag)[blockIdx.x])
            .exchange(static_cast<unsigned long long>(tag) << 32 | static_cast<unsigned>(aggregate),
                      cuda::memory_order_relaxed);
    }

    /// The sum of all tiles between this block's last one and this one, for all lanes of the warp that
    /// calls it: those of lower blocks in this round, and those of higher blocks in the round before.
    /// It waits until all of them are published.
    __device__ int sum_of_others(unsigned tag, bool first_round) const {
        constexpr int AT_ONCE = 5; // sums per lane
        const int me = blockIdx.x;
        return sum_around<cuda::thread_scope_device, AT_ONCE>(tag, me, first_round ? me : gridDim.x);
    }

    /// The same in a call of one round, for all threads of the block. Each waits for one other block,
    /// so that few reads are under way: they are in the way of what they wait for. One block barrier.
    template <int BLOCK>
    __device__ int sum_of_lower(unsigned tag) const {
        __shared__ int sums[BLOCK / warp_size];
        int sum = 0;
        for (int other = threadIdx.x; other < blockIdx.x; other += BLOCK) {
            unsigned long long word;
            do word = load(row(tag) + other);
            while (word >> 32 != tag);
            sum += static_cast<int>(word & 0xffffffff);
        }
        __syncwarp();
        return warp_reduce(of_all_warps(warp_reduce(sum), sums));
    }

    /// Ends the call whose last round has this tag. The lanes of the warp that has found the prefix of
    /// the last tile call it: all blocks have published, so all have begun.
    __device__ void end(unsigned last) const {
        constexpr unsigned HALF = 1u << 31, LONGEST_CALL = 1u << 20;
        const bool first_half = last < HALF;
        unsigned next = last;
        if (last % HALF >= HALF - LONGEST_CALL) {
            // Tags of the other half come next, for the first time in 2^31 rounds: nothing may be left
            // that bears one. The load and the store of a word are two operations, and still no sum of
            // this call can be lost between them: this warp has seen all that anybody needs. Only the
            // last tile's own sum may still be on its way, and no block reads it.
            for (int i = threadIdx.x % warp_size; i < ROUNDS * most_blocks; i += warp_size)
                if ((load(words + i) >> 32 < HALF) != first_half)
                    Shared<unsigned long long>(words[i]).store(0, cuda::memory_order_relaxed);
            next = first_half ? HALF : 0;
        }
        if (threadIdx.x % warp_size == 0)
            Shared<unsigned>(*epoch).store(next, cuda::memory_order_relaxed);
    }

protected:
    __device__ unsigned long long* row(unsigned tag) const {
        return words + static_cast<long long>(tag % ROUNDS) * most_blocks;
    }
    template <cuda::thread_scope SCOPE = cuda::thread_scope_device>
    __device__ static unsigned long long load(const unsigned long long* word) {
        return cuda::atomic_ref<unsigned long long, SCOPE>(*const_cast<unsigned long long*>(word))
            .load(cuda::memory_order_relaxed);
    }

    /// What sum_of_others() is for row number `me` of columns up to `end`: the words of lower ones in
    /// this round, and of higher ones in the round before.
    template <cuda::thread_scope SCOPE, int PER_LANE>
    __device__ int sum_around(unsigned tag, int me, int end) const {
        const int lane = threadIdx.x % warp_size;
        const unsigned long long *const now = row(tag), *const before = row(tag - 1);
        int total = 0;
        for (int first = 0; first < end; first += PER_LANE * warp_size) {
            int sum;
            bool missing;
            do {
                unsigned long long w[PER_LANE]; // all reads are under way before the first is needed
#pragma unroll
                for (int i = 0; i < PER_LANE; ++i) {
                    const int other = first + lane + warp_size * i;
                    if (other < end) w[i] = load<SCOPE>((other > me ? before : now) + other);
                }
                sum = 0;
                missing = false;
#pragma unroll
                for (int i = 0; i < PER_LANE; ++i) {
                    const int other = first + lane + warp_size * i;
                    if (other >= end || other == me) continue;
                    missing |= static_cast<unsigned>(w[i] >> 32) != tag - (other > me);
                    sum += static_cast<int>(w[i] & 0xffffffff);
                }
            } while (missing);
            total += sum;
        }
        __syncwarp();
        return warp_reduce(total);
    }
};

/// As many blocks as the current device has multiprocessors: one on each, so that all run at the same
/// time.
inline int resident_blocks() { return device_attribute<cudaDevAttrMultiProcessorCount>(); }

/// What the harness has to know about kernels on such a grid: a base class for a lesson's class of
/// kernels.
struct PersistentKernels {
    static constexpr int largest_block = 512;     ///< threads that hold tiles; others come on top
    static constexpr bool keeps_workspace = true; ///< zeros before the first call, then left alone
    static int row_size() {
        return static_cast<int>(ceil_div(resident_blocks(), warp_size) * warp_size);
    }
    static std::size_t workspace(long long) { // the epoch has a row of its own
        return (1 + Aggregates::ROUNDS) * sizeof(unsigned long long) * row_size();
    }
    static Aggregates aggregates(const Problem& p) {
        auto* const words = static_cast<unsigned long long*>(p.workspace);
        return {static_cast<unsigned*>(p.workspace), words + row_size(), row_size()};
    }
};

/// Launches a kernel of Shared::THREADS threads per block, which have a Shared in dynamic shared
/// memory, on a partition's blocks. It fails unless all of them can run at once, since they wait for
/// each other. Returns the error, as launch_overlapping() does.
template <class Shared, class... Parameters, class... Arguments>
cudaError_t launch_resident(void (*kernel)(Parameters...), const TilePartition& partition,
                            cudaStream_t stream, Arguments... arguments) {
    return launch_overlapping(kernel,
                              {.blocks = partition.blocks,
                               .threads = Shared::THREADS,
                               .shared_bytes = sizeof(Shared),
                               .resident = true},
                              stream, arguments...);
}

} // namespace scanlab
