/// \file
/// Lesson 10 for GPUs of compute capability 8: the same scan, with tiles loaded into registers.
#pragma once

#include <scanlab/register_look_ahead.cuh>

template <int BLOCK, int VECTORS>
struct RegisterScan {
    using Shared = scanlab::RegisterLookAhead<BLOCK, VECTORS, int>;
    struct Part {
        typename Shared::Tile tile;
        int sum;
        __device__ void reduce() { sum = scanlab::warp_reduce(tile.sum()); }
        __device__ int total() const { return sum; }
    };

    int* output;

    __device__ __forceinline__ void finish(Shared& s, Part& part, int r,
                                           const scanlab::TilePartition& partition) const {
        part.tile.scan();
        s.known[r % s.SLOTS].wait(r / s.SLOTS);
        part.tile.add(s.prefixes[r % s.SLOTS][threadIdx.x / scanlab::warp_size]);
        part.tile.store(output + partition.start(r), 0, partition.size(r));
    }
};

template <int BLOCK, int VECTORS>
void launch_register_scan(const scanlab::Problem& p) {
    scanlab::launch_register_look_ahead(p, RegisterScan<BLOCK, VECTORS>{p.output});
}
