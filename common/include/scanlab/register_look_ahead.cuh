/// \file
/// Lessons 10 and 11 on GPUs of compute capability 8, which have no bulk copies: tiles come through
/// registers instead of a ring. One kernel for both; what is done with the tiles is a parameter.
#pragma once

#include "look_ahead_warps.cuh"
#include "tile.cuh"

namespace scanlab {

/// What the warps of a block share. The next tile takes the registers of one tile that could wait.
template <int BLOCK, int VECTORS, class Sum>
struct RegisterLookAhead : LookAheadState<BLOCK, 4, Sum> {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    static constexpr int AHEAD = 2; // tiles that wait for their prefix in registers
    static constexpr int LOOK_BACKS = 2;
    static constexpr int THREADS = BLOCK + (1 + LOOK_BACKS) * warp_size;
};

/// Work is a struct of parameters with the types Shared (a RegisterLookAhead, or derived from one) and
/// Part (as run_ahead needs it), and `finish(Shared&, const Part&, int r, const TilePartition&)`.
template <class Work>
__global__ void __launch_bounds__(Work::Shared::THREADS, 1)
    register_look_ahead(const int* input, Work work, TilePartition partition, Aggregates* all) {
    using Shared = typename Work::Shared;
    extern __shared__ int4 dynamic[];
    auto& s = *reinterpret_cast<Shared*>(dynamic);
    const int helper = static_cast<int>(threadIdx.x) / warp_size - s.WARPS;

    let_next_kernel_begin();
    if (threadIdx.x == (s.WARPS + 1) * warp_size) s.begin(partition, all);
    __syncthreads();

    if (helper < 0)
        run_ahead<typename Work::Part>(s, input, partition, [&](typename Work::Part& part, int r) {
            work.finish(s, part, r, partition);
        });
    else if (helper == 0)
        load_tiles(s, input, partition, all, CachePolicy{});
    else
        look_back(s, helper - 1, s.LOOK_BACKS, partition, all);
}

/// Starts it on `n` elements of `p.input`, one block on each multiprocessor.
template <class Work>
void launch_register_look_ahead(const Problem& p, const Work& work) {
    using Shared = typename Work::Shared;
    const TilePartition partition = partition_tiles(p.n, Shared::Tile::items, resident_blocks());
    launch_overlapping(register_look_ahead<Work>,
                       {.blocks = partition.blocks,
                        .threads = Shared::THREADS,
                        .shared_bytes = sizeof(Shared),
                        .resident = true},
                       p.stream, p.input, work, partition, static_cast<Aggregates*>(p.workspace));
}

} // namespace scanlab
