/// \file
/// The kernel of lesson 13, which is lesson 10's for any operator on values of 4, 8 or 16 bytes, with a
/// fixed shape of sums.
#pragma once

#include "one_wave_any_scan.cuh"

#include <scanlab/operators.cuh>
#include <scanlab/ordered_look_ahead.cuh>

#include <type_traits>

constexpr int WARP = scanlab::warp_size;              // 32
constexpr int VECTORS = scanlab::for_picture ? 1 : 4; // 16-byte vectors per thread

/// The shared memory of a block: lesson 10's sums and prefixes, with the operator's values. Without
/// bulk copies there is no ring. Then the next tile is in registers, so one tile fewer can wait there.
template <class Operator, int BLOCK, int TILES_AHEAD = 2>
struct RegisterShared {
    using Value = typename Operator::Value;
    using Tile = scanlab::TileOf<Operator, BLOCK, VECTORS>;
    static constexpr int WARPS = BLOCK / WARP; // that scan
    static constexpr int AHEAD = TILES_AHEAD, SLOTS = 4, LOOK_BACKS = 2;
    static constexpr int THREADS = BLOCK + (1 + LOOK_BACKS) * WARP; // scan, load, look back
    static_assert(SLOTS > AHEAD && LOOK_BACKS <= SLOTS, "no slot may be used for two tiles at a time");

    scanlab::Barrier summed[SLOTS], known[SLOTS];
    Value sums[SLOTS][WARPS], prefixes[SLOTS][WARPS]; // of each warp's part of the tile
    Value inclusive[SLOTS];                           // the prefix at the end of the tile
    unsigned tag;                                     // of round 0
};

/// The same with lesson 10's ring.
template <class Operator, int BLOCK>
struct Shared : RegisterShared<Operator, BLOCK, 3> {
    static constexpr int STAGES = 3;
    alignas(16) typename Operator::Value ring[STAGES][Shared::Tile::items];
    scanlab::Barrier arrived[STAGES];
};

/// Sums tile r, and scans and stores tile r - AHEAD, as lesson 10 does.
template <class S>
__device__ __forceinline__ void scan_tiles(S& s, const typename S::Value* input,
                                           typename S::Value* output,
                                           const scanlab::TilePartition& partition) {
    constexpr bool RING = requires { s.ring; };
    constexpr int SLOTS = S::SLOTS, AHEAD = S::AHEAD;
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, rounds = partition.my_rounds();
    typename S::Tile tile, next, waiting[AHEAD]; // waiting[i]: for i + 1 rounds
    const auto load_next = [&](int r) {
        if (r < rounds) next.load(input + partition.start(r), partition.size(r));
    };
    if constexpr (!RING) load_next(0);
    for (int r = 0; r < rounds + AHEAD; ++r) {
        if (r < rounds) {
            if constexpr (RING) {
                s.arrived[r % s.STAGES].wait(r / s.STAGES);
                tile.load(s.ring[r % s.STAGES], partition.size(r));
            } else {
                tile = next;
                load_next(r + 1);
            }
            const auto total = tile.total();
            if (lane == 0) s.sums[r % SLOTS][warp] = total;
            if constexpr (RING) scanlab::fence_bulk_copies(); // as in lesson 10
            s.summed[r % SLOTS].arrive(); // every thread: it has read its part of the ring
        }

        if (const int old = r - AHEAD; old >= 0) {
            waiting[AHEAD - 1].scan();
            s.known[old % SLOTS].wait(old / SLOTS);
            waiting[AHEAD - 1].put_before(s.prefixes[old % SLOTS][warp]);
            waiting[AHEAD - 1].store(output + partition.start(old), partition.size(old));
        }

        // One round on. Unrolled, because the compiler must know every index of registers.
#pragma unroll
        for (int i = AHEAD - 1; i > 0; --i) waiting[i] = waiting[i - 1];
        waiting[0] = tile;
    }
}

/// BLOCK threads scan; the others are a warp that loads and the warps that look back, as in lesson 10.
template <class Operator, class S>
__global__ void __launch_bounds__(S::THREADS, 1)
    any_scan(const typename Operator::Value* input, typename Operator::Value* output,
             scanlab::TilePartition partition, scanlab::OrderedAggregates<Operator> all,
             scanlab::EvictFirst victim) {
    constexpr int BLOCK = S::WARPS * WARP;
    extern __shared__ int4 dynamic[];
    auto& s = *reinterpret_cast<S*>(dynamic);
    const scanlab::CachePolicy policy = scanlab::load_policy(victim);

    scanlab::let_next_kernel_begin();
    if constexpr (requires { s.ring; })
        if (threadIdx.x == BLOCK) scanlab::load_first_tiles(s, input, partition, policy);
    if (threadIdx.x == BLOCK + WARP) {
        scanlab::init_look_ahead(s);
        scanlab::wait_for_kernels_before();
        s.tag = all.begin();
    }
    __syncthreads();

    if (threadIdx.x < BLOCK)
        scan_tiles(s, input, output, partition);
    else if (threadIdx.x < BLOCK + WARP)
        scanlab::load_tiles_in_order(s, input, partition, all, policy);
    else
        scanlab::look_back_in_order(s, threadIdx.x / WARP - s.WARPS - 1, s.LOOK_BACKS, partition, all);
}

/// Scans n values. `all` has the aggregates of a workspace, as OrderedKernels makes it.
template <class Operator, int BLOCK>
void launch_any_scan(const typename Operator::Value* input, typename Operator::Value* output,
                     long long n, scanlab::OrderedAggregates<Operator> all, cudaStream_t stream) {
    if (n == 0) return;
    if (launched_one_wave<Operator, BLOCK>(input, output, n, all, stream)) return;
    const auto launch = [&]<class S>(std::type_identity<S>) {
        const auto partition = scanlab::partition_tiles(n, S::Tile::items, scanlab::resident_blocks());
        const auto bytes = static_cast<long long>(2 * sizeof *input) * n;
        scanlab::launch_resident<S>(any_scan<Operator, S>, partition, stream, input, output, partition,
                                    all, scanlab::first_to_evict(bytes));
    };
    using Ring = Shared<Operator, BLOCK>;
    if (scanlab::has_bulk_copies(sizeof(Ring)))
        launch(std::type_identity<Ring>{});
    else
        launch(std::type_identity<RegisterShared<Operator, BLOCK>>{});
}
