/// \file
/// The kernel of lesson 12, which is lesson 10's for one GPU's share of an array.
#pragma once

#include "look_ahead_warps.cuh"
#include "register_look_ahead.cuh"
#include "tile.cuh"

#include <type_traits>

namespace scanlab {

constexpr int SHARE_VECTORS = vectors(4); // 16-byte vectors per thread

/// The shared memory of a block, as in lesson 10.
template <int BLOCK>
struct RingLookAhead {
    using Tile = Tile<BLOCK, SHARE_VECTORS>;
    using Sum = int;
    static constexpr int WARPS = BLOCK / warp_size; // that scan
    static constexpr int STAGES = 3, AHEAD = 3, SLOTS = 4, LOOK_BACKS = 2;
    static constexpr int THREADS = BLOCK + (1 + LOOK_BACKS) * warp_size;

    alignas(16) int ring[STAGES][Tile::items];
    Barrier arrived[STAGES];
    Barrier summed[SLOTS], known[SLOTS];
    int sums[SLOTS][WARPS], prefixes[SLOTS][WARPS];
    Sum inclusive[SLOTS];
    unsigned tag;
};

/// A thread's part of a tile, while it waits for its prefix.
template <class Tile>
struct Part {
    Tile tile;
    int sum;
    __device__ void reduce() { sum = warp_reduce(tile.sum()); }
    __device__ int total() const { return sum; }
};

/// Scans a GPU's share of an array. `all` finds the sum before each tile, from the blocks of all GPUs,
/// or from the sums of other slices.
template <class Shared, class All>
__global__ void __launch_bounds__(Shared::THREADS, 1)
    share_scan(const int* input, int* output, TilePartition partition, const __grid_constant__ All all,
               EvictFirst victim) {
    constexpr bool RING = requires(Shared & s) { s.ring; };
    extern __shared__ int4 dynamic[];
    auto& s = *reinterpret_cast<Shared*>(dynamic);
    const CachePolicy policy = load_policy(victim);

    let_next_kernel_begin();
    const int scanning = s.WARPS * warp_size;
    if constexpr (RING)
        if (threadIdx.x == scanning) load_first_tiles(s, input, partition, policy);
    if (threadIdx.x == scanning + warp_size) {
        init_look_ahead(s);
        wait_for_kernels_before();
        s.tag = all.begin();
        if (partition.tiles == 0) all.end(s.tag); // a GPU without a tile only takes part in counting
    }
    __syncthreads();

    const int helper = static_cast<int>(threadIdx.x) / warp_size - s.WARPS;
    if (helper < 0)
        run_ahead<Part<typename Shared::Tile>>(s, input, partition, [&](auto& part, int r) {
            part.tile.scan();
            s.known[r % s.SLOTS].wait(r / s.SLOTS);
            part.tile.add(s.prefixes[r % s.SLOTS][threadIdx.x / warp_size]);
            part.tile.store(output + partition.start(r), 0, partition.size(r));
        });
    else if (helper == 0)
        load_tiles(s, input, partition, all, policy);
    else
        look_back(s, helper - 1, s.LOOK_BACKS, partition, all);
}

/// Starts it on a share's device. GPUs without bulk copies load into registers, as in lesson 10.
template <int BLOCK, class All>
void launch_share_scan(const Share& share, const TilePartition& partition, const All& all) {
    cudaSetDevice(share.device);
    const auto launch = [&]<class Shared>(std::type_identity<Shared>) {
        launch_resident<Shared>(share_scan<Shared, All>, partition, share.stream, share.input,
                                share.output, partition, all, first_to_evict(8 * share.n));
    };
    using Ring = RingLookAhead<BLOCK>;
    if (has_bulk_copies(sizeof(Ring)))
        launch(std::type_identity<Ring>{});
    else
        launch(std::type_identity<RegisterLookAhead<BLOCK, SHARE_VECTORS, int>>{});
}

} // namespace scanlab
