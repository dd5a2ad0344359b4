/// \file
/// Lessons 10 and 11 on GPUs of compute capability 8, which have no bulk copies: tiles are loaded into
/// registers instead of a ring. One kernel serves both; what is done with the tiles is a parameter.
#pragma once

#include "look_ahead_warps.cuh"
#include "tile.cuh"

namespace scanlab {

/// What the warps of a block share. There is no ring; the next tile takes the registers of one that
/// would wait.
template <int BLOCK, int VECTORS, class SumType>
struct RegisterLookAhead {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    using Sum = SumType;
    static constexpr int WARPS = BLOCK / warp_size, SLOTS = 4, LOOK_BACKS = 2, AHEAD = 2;
    static constexpr int THREADS = BLOCK + (1 + LOOK_BACKS) * warp_size;

    Barrier summed[SLOTS], known[SLOTS];
    int sums[SLOTS][WARPS], prefixes[SLOTS][WARPS];
    Sum inclusive[SLOTS];
    unsigned tag;
};

/// Work is a struct of parameters with the types Shared (a RegisterLookAhead, or derived from one) and
/// Part (as run_ahead needs it), and `finish(Shared&, const Part&, int r, const TilePartition&)`.
template <class Work>
__global__ void __launch_bounds__(Work::Shared::THREADS, 1)
    register_look_ahead(const int* input, Work work, TilePartition partition, Aggregates all) {
    using Shared = typename Work::Shared;
    extern __shared__ int4 dynamic[];
    auto& s = *reinterpret_cast<Shared*>(dynamic);

    let_next_kernel_begin();
    if (threadIdx.x == (s.WARPS + 1) * warp_size) {
        init_look_ahead(s);
        wait_for_kernels_before();
        s.tag = all.begin();
    }
    __syncthreads();

    const int helper = static_cast<int>(threadIdx.x) / warp_size - s.WARPS;
    if (helper < 0)
        run_ahead<typename Work::Part>(s, input, partition, [&](typename Work::Part& part, int r) {
            work.finish(s, part, r, partition);
        });
    else if (helper == 0)
        load_tiles(s, input, partition, all, CachePolicy{});
    else
        look_back(s, helper - 1, s.LOOK_BACKS, partition, all);
}

/// Starts it on the p.n > 0 elements of p.input.
template <class Work>
void launch_register_look_ahead(const Problem& p, const Work& work) {
    using Shared = typename Work::Shared;
    const TilePartition partition = partition_tiles(p.n, Shared::Tile::items, resident_blocks());
    launch_resident<Shared>(register_look_ahead<Work>, partition, p.stream, p.input, work, partition,
                            PersistentKernels::aggregates(p));
}

} // namespace scanlab
