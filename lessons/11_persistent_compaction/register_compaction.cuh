/// \file
/// Lesson 11 for GPUs of compute capability 8: the same compaction, with tiles loaded into registers.
/// Without the copy engine, each warp stores what it keeps by itself.
#pragma once

#include "part.cuh"

#include <scanlab/register_look_ahead.cuh>

template <int BLOCK, int VECTORS>
struct RegisterCompaction {
    using Part = ::Part<BLOCK, VECTORS>;
    struct Shared : scanlab::RegisterLookAhead<BLOCK, VECTORS, long long> {
        long long exclusive[Shared::SLOTS]; // how many are kept before the tile
        int strips[Shared::WARPS][VECTORS * scanlab::warp_size * 4]; // what each warp keeps
    };

    int* output;
    long long* kept;

    __device__ __forceinline__ void finish(Shared& s, const Part& part, int r,
                                           const scanlab::TilePartition& partition) const {
        const int warp = threadIdx.x / scanlab::warp_size, slot = r % s.SLOTS;
        int* strip = s.strips[warp];
        part.scatter(strip);
        __syncwarp();
        s.known[slot].wait(r / s.SLOTS);
        int* run = output + s.exclusive[slot] + s.prefixes[slot][warp];
        const int size = part.total();
        store_strip(run, strip, size);
        if (threadIdx.x == BLOCK - scanlab::warp_size && partition.is_last(r))
            *kept = run - output + size;
        __syncwarp(); // before the strip is used again
    }
};

template <int BLOCK, int VECTORS>
void launch_register_compaction(const scanlab::Problem& p) {
    scanlab::launch_register_look_ahead(p, RegisterCompaction<BLOCK, VECTORS>{p.output, p.kept});
}
