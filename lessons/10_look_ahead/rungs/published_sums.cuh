/// \file
/// Rung 4 of 6: where blocks publish the sums of their tiles for each other. Rung 5 uses it, too.
#pragma once

#include "ring.cuh"

#include <cuda/atomic>

/// A word per tile, all of them 0 before the launch: the tile's sum, below a bit that says that it is
/// there. Both are in one word, as in lesson 08, so relaxed accesses suffice.
struct PublishedSums {
    using Word = unsigned long long;
    using SharedWord = cuda::atomic_ref<Word, cuda::thread_scope_device>;
    static constexpr Word THERE = 1ull << 32;

    Word* words;

    __device__ void publish(int tile, int sum) const {
        SharedWord(words[tile])
            .exchange(THERE | static_cast<unsigned>(sum), cuda::memory_order_relaxed);
    }

    /// The sum of the tiles between the block's last tile and this one, one of each other block, for
    /// all lanes of the warp that calls it. It waits until all of them are published.
    __device__ int sum_of_others(int tile) const {
        constexpr int AT_ONCE = 5; // reads per lane that are under way before the first is needed
        const int lane = threadIdx.x % WARP, first = max(tile - static_cast<int>(gridDim.x) + 1, 0);
        int total = 0;
        for (int i = first + lane; i < tile; i += AT_ONCE * WARP) {
            Word all, w[AT_ONCE];
            do {
#pragma unroll
                for (int k = 0; k < AT_ONCE; ++k)
                    w[k] = i + k * WARP < tile ? read(i + k * WARP) : THERE;
                all = THERE;
#pragma unroll
                for (const Word word : w) all &= word;
            } while (all != THERE);
#pragma unroll
            for (const Word word : w) total += static_cast<int>(word & 0xffffffff);
        }
        __syncwarp();
        return scanlab::warp_reduce(total);
    }

private:
    __device__ Word read(int tile) const {
        return SharedWord(words[tile]).load(cuda::memory_order_relaxed);
    }
};
