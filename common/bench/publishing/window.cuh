/// \file
/// Keeps the blocks of a grid in step: how far one may be ahead of the slowest.
#pragma once

#include <cuda/atomic>

namespace trial {

/// Blocks work round by round, on one tile each. `finished[r]` counts those that have finished round r.
/// All have to be resident, or to start in the order of their tiles.
struct Window {
    unsigned* finished;
    int blocks; ///< with a tile in each round
    int tiles;  ///< the last round may have fewer
    int ahead;  ///< rounds that a block may be ahead of the slowest; 0: as many as it likes
    int* lead;  ///< where to note, for each tile, how far its block was ahead; or nullptr

    __device__ bool is_finished(int round) const {
        const cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(finished[round]);
        return count.load(cuda::memory_order_relaxed) >=
               static_cast<unsigned>(min(blocks, tiles - round * blocks));
    }

    /// One thread calls it before the block begins tile `tile`.
    __device__ void wait(int tile) const {
        const int round = tile / blocks;
        if (ahead > 0 && round > ahead)
            while (!is_finished(round - 1 - ahead)) {}
        if (lead == nullptr) return;
        int slowest = round; // the first round that some block has not finished
        while (slowest > 0 && !is_finished(slowest - 1)) --slowest;
        lead[tile] = round - slowest;
    }

    /// One thread calls it when the block is done with tile `tile`.
    __device__ void finish(int tile) const { atomicAdd(finished + tile / blocks, 1u); }
};

} // namespace trial
