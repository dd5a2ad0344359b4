// Lesson 10: at the limit. A persistent scan whose blocks publish their sums ahead.
//
// New against lesson 08: as many blocks as fit, and each one stays. Tile t belongs to block t % blocks,
// so nobody takes tickets, and loads go on while look-backs wait: one warp loads, two look back, the
// others scan. A tile is summed as soon as it is there and waits for its prefix in registers, while
// those behind it are summed: when others ask for its sum, it has long been published. Only sums are
// published. A block knows its own prefix and adds what the others' tiles in between sum up to, so no
// tile waits for a chain of others.
//
// What it costs: 8 bytes an element. All blocks have to be resident, or they wait forever.
#include "one_wave_scan.cuh"

#include <scanlab/bulk_copy.cuh>
#include <scanlab/lesson.hpp>
#include <scanlab/look_ahead.cuh>
#include <scanlab/tile.cuh>

constexpr int WARP = scanlab::warp_size;     // 32
constexpr int VECTORS = scanlab::vectors(4); // 16-byte vectors a thread
constexpr int STAGES = 3; // tiles in flight: just enough. More loads make everybody's look-back wait
constexpr int SLOTS = 4;  // a tile's sums and prefixes are kept for AHEAD rounds and the current one
constexpr int LOOK_BACKS = 2; // warps that look back, in turn: one alone would be too late every time

/// BULK: tiles come by bulk copy into a ring. Without it, for GPUs before compute capability 9.0, the
/// threads load the next tile into registers; there is room for one tile less to wait there.
template <int BLOCK, bool BULK>
struct Shared {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    static constexpr int WARPS = BLOCK / WARP;
    static constexpr int AHEAD = BULK ? 3 : 2; // tiles that wait for their prefix in registers

    static_assert(SLOTS > AHEAD && LOOK_BACKS <= SLOTS, "no slot may be used for two tiles at a time");

    alignas(16) int ring[STAGES][BULK ? Tile::items : 4];
    scanlab::Barrier arrived[STAGES];               // the tile is in the ring
    scanlab::Barrier summed[SLOTS], known[SLOTS];   // its warps' sums are there; their prefixes are
    int sums[SLOTS][WARPS], prefixes[SLOTS][WARPS]; // of each warp's part of the tile
    int inclusive[SLOTS];                           // the prefix at the end of the tile
    unsigned tag;                                   // of round 0
};

/// Loads the tiles and publishes their sums: as soon as a tile is summed, its place in the ring is
/// free.
template <int BLOCK, bool BULK>
__device__ __forceinline__ void load_tiles(Shared<BLOCK, BULK>& s, const int* input, scanlab::Deal deal,
                                           scanlab::Aggregates* all, scanlab::CachePolicy policy) {
    const int lane = threadIdx.x % WARP, rounds = deal.my_rounds();
    for (int r = 0; r < rounds; ++r) {
        s.summed[r % SLOTS].wait(r / SLOTS);
        const int sum = scanlab::warp_reduce(lane < s.WARPS ? s.sums[r % SLOTS][lane] : 0);
        if (lane == 0) {
            all->publish(s.tag + r, sum);
            s.known[r % SLOTS].arrive(); // so that nobody gets far ahead of this warp
            if (const int next = r + STAGES; BULK && next < rounds)
                scanlab::load_bulk(s.ring[next % STAGES], input + deal.start(next), deal.size(next),
                                   s.arrived[next % STAGES], policy);
        }
        __syncwarp();
    }
}

/// Finds the prefixes of every LOOK_BACKS-th tile of this block.
template <int BLOCK, bool BULK>
__device__ __forceinline__ void look_back(Shared<BLOCK, BULK>& s, int turn, scanlab::Deal deal,
                                          scanlab::Aggregates* all) {
    const int lane = threadIdx.x % WARP, rounds = deal.my_rounds();
    for (int r = turn; r < rounds; r += LOOK_BACKS) {
        const int slot = r % SLOTS, previous = (r - 1) % SLOTS;
        s.summed[slot].wait(r / SLOTS);
        const int sum = lane < s.WARPS ? s.sums[slot][lane] : 0;
        const int scanned = scanlab::warp_inclusive_scan(sum);
        int before = all->sum_of_others(s.tag + r, r == 0);
        if (r > 0) { // what precedes all that: this block's last tile and all before it
            s.known[previous].wait((r - 1) / SLOTS);
            before += s.inclusive[previous];
        }
        if (lane < s.WARPS) s.prefixes[slot][lane] = before + scanned - sum;
        if (lane == WARP - 1) s.inclusive[slot] = before + scanned;
        s.known[slot].arrive(); // every lane, for what it has written
    }
}

/// Sums tile r, and scans and stores tile r - AHEAD. Each warp goes at its own pace.
template <int BLOCK, bool BULK>
__device__ __forceinline__ void scan_tiles(Shared<BLOCK, BULK>& s, const int* input, int* output,
                                           scanlab::Deal deal) {
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, rounds = deal.my_rounds();
    constexpr int AHEAD = Shared<BLOCK, BULK>::AHEAD;
    typename Shared<BLOCK, BULK>::Tile tile, next, waiting[AHEAD]; // waiting[i]: for i + 1 rounds
    if (!BULK && rounds > 0) next.load(input + deal.start(0), 0, deal.size(0));
    for (int r = 0; r < rounds + AHEAD; ++r) {
        if (r < rounds) {
            if constexpr (BULK) {
                s.arrived[r % STAGES].wait(r / STAGES);
                tile.load(s.ring[r % STAGES], 0, deal.size(r));
            } else {
                tile = next;
                if (r + 1 < rounds) next.load(input + deal.start(r + 1), 0, deal.size(r + 1));
            }
            const int sum = scanlab::warp_reduce(tile.sum());
            if (lane == 0) s.sums[r % SLOTS][warp] = sum;
            s.summed[r % SLOTS].arrive(); // every thread: it has read its part of the ring
        }
        if (const int old = r - AHEAD; old >= 0) {
            waiting[AHEAD - 1].scan();
            s.known[old % SLOTS].wait(old / SLOTS);
            waiting[AHEAD - 1].add(s.prefixes[old % SLOTS][warp]);
            waiting[AHEAD - 1].store(output + deal.start(old), 0, deal.size(old));
        }
#pragma unroll
        for (int i = AHEAD - 1; i > 0; --i) waiting[i] = waiting[i - 1];
        waiting[0] = tile;
    }
}

template <int BLOCK, bool BULK>
__global__ void __launch_bounds__(BLOCK + (1 + LOOK_BACKS) * WARP, 1)
    look_ahead_scan(const int* input, int* output, scanlab::Deal deal, scanlab::Aggregates* all,
                    scanlab::EvictFirst victim) {
    extern __shared__ int4 dynamic[];
    auto& s = *reinterpret_cast<Shared<BLOCK, BULK>*>(dynamic);
    const scanlab::CachePolicy policy = scanlab::load_policy(victim);

    // The first tiles are under way before anything else. Two threads wait for the kernel before this
    // one, and everybody for them.
    scanlab::let_next_kernel_begin();
    if (BULK && threadIdx.x == BLOCK) {
        for (auto& barrier : s.arrived) barrier.init(1);
        scanlab::fence_bulk_copies();
        scanlab::wait_for_kernels_before();
        for (int r = 0; r < STAGES && r < deal.my_rounds(); ++r)
            scanlab::load_bulk(s.ring[r], input + deal.start(r), deal.size(r), s.arrived[r], policy);
    }
    if (threadIdx.x == BLOCK + WARP) {
        for (auto& barrier : s.summed) barrier.init(BLOCK);
        for (auto& barrier : s.known) barrier.init(WARP + 1); // who looks back, and who publishes
        scanlab::wait_for_kernels_before();
        s.tag = all->begin(deal.rounds);
    }
    __syncthreads();

    if (threadIdx.x < BLOCK)
        scan_tiles(s, input, output, deal);
    else if (threadIdx.x < BLOCK + WARP)
        load_tiles(s, input, deal, all, policy);
    else
        look_back(s, threadIdx.x / WARP - s.WARPS - 1, deal, all);
}

template <int BLOCK>
struct LookAheadScan {
    static constexpr int items_per_thread = scanlab::Tile<BLOCK, VECTORS>::items_per_thread;
    static constexpr int largest_block = 512; // scanning threads: the others come on top

    static constexpr bool keeps_workspace = true; // zeros before the first call, then left alone
    static std::size_t workspace(long long) { return sizeof(scanlab::Aggregates); }

    static void launch(const scanlab::Problem& p) {
        constexpr int small_tile = BLOCK * 4;
        if (p.n == 0) return;
        if (p.n <= static_cast<long long>(scanlab::resident_blocks()) * small_tile)
            // Not cooperative, which would take longer to launch: a block waits for lower ones only.
            scanlab::launch_overlapping(
                one_wave_scan<BLOCK>,
                {.blocks = static_cast<int>(scanlab::ceil_div(p.n, small_tile)), .threads = BLOCK},
                p.stream, p.input, p.output, p.n, static_cast<scanlab::Aggregates*>(p.workspace));
        else if (scanlab::has_bulk_copies())
            persistent<true>(p);
        else
            persistent<false>(p);
    }

    template <bool BULK>
    static void persistent(const scanlab::Problem& p) {
        int blocks = scanlab::resident_blocks();
        const scanlab::Deal deal = scanlab::deal(p.n, scanlab::Tile<BLOCK, VECTORS>::items, blocks);
        scanlab::launch_overlapping(look_ahead_scan<BLOCK, BULK>,
                                    {.blocks = blocks,
                                     .threads = BLOCK + (1 + LOOK_BACKS) * WARP,
                                     .shared_bytes = sizeof(Shared<BLOCK, BULK>),
                                     .resident = true},
                                    p.stream, p.input, p.output, deal,
                                    static_cast<scanlab::Aggregates*>(p.workspace),
                                    scanlab::first_to_evict(8 * p.n));
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<LookAheadScan>({.number = 10,
                                                .name = "look_ahead",
                                                .title = "Persistent look-ahead scan (2n)",
                                                .scope = scanlab::Scope::device,
                                                .block = 512,
                                                .compute_capability = 8},
                                               argc, argv);
}
