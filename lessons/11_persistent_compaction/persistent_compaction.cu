// Lesson 11: at the limit. A persistent compaction.
//
// New against lesson 10: what is summed is how many elements a tile keeps. A kept element goes to a
// staging buffer in shared memory, from where a bulk copy writes a tile's run in one go: the engine
// that loads can store as well. New against lesson 09: a thread's counts of four rows, a byte each, are
// scanned in one go, since none can pass 128.
//
// What it costs: 4 bytes for every element and 4 for every one that is kept.
#include "one_wave_compaction.cuh"
#include "part.cuh"

#include <scanlab/bulk_copy.cuh>
#include <scanlab/lesson.hpp>
#include <scanlab/look_ahead_warps.cuh>
#include <scanlab/tile.cuh>

constexpr int WARP = scanlab::warp_size; // 32
constexpr int VECTORS =
    scanlab::vectors(4);   // 16-byte vectors a thread: one byte of a word for each one's count
constexpr int BUFFERS = 2; // runs in the making, or being stored

/// How far a pointer is behind the last multiple of 16 bytes, in elements.
__device__ int misalignment(const int* p) {
    return static_cast<int>(reinterpret_cast<std::uintptr_t>(p) / sizeof(int) % 4);
}

/// BULK_COPIES: as in lesson 10. Without them every warp stores its part of the run by itself.
template <int BLOCK, bool BULK_COPIES>
struct Shared {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    using Sum = long long; // the number of kept elements grows with n
    static constexpr bool BULK = BULK_COPIES;
    static constexpr int WARPS = BLOCK / WARP, HELPERS = BULK ? 4 : 3; // warps that count, and others
    static constexpr int STAGES = 3, SLOTS = 4, LOOK_BACKS = 2, AHEAD = BULK ? 3 : 2; // as in lesson 10

    static_assert(SLOTS > AHEAD && LOOK_BACKS <= SLOTS, "no slot may be used for two tiles at a time");

    alignas(16) int ring[STAGES][BULK ? Tile::items : 4];
    alignas(16) int staging[BUFFERS][Tile::items + 4]; // a run is as misaligned here as in the output
    scanlab::Barrier arrived[STAGES];
    scanlab::Barrier summed[SLOTS], known[SLOTS];
    scanlab::Barrier staged[BUFFERS], stored[BUFFERS]; // a run is complete; it has left the buffer
    int sums[SLOTS][WARPS], prefixes[SLOTS][WARPS]; // how many each warp keeps; before it in the tile
    Sum exclusive[SLOTS], inclusive[SLOTS];         // how many are kept before the tile; up to its end
    int* run[BUFFERS];                              // where the run in a staging buffer goes
    int run_size[BUFFERS];
    unsigned tag; // of round 0
};

/// Scatters what a warp keeps of tile r into a staging buffer.
template <int BLOCK>
__device__ __forceinline__ void stage(Shared<BLOCK, true>& s, const Part<BLOCK, VECTORS>& part, int r,
                                      int* output) {
    const int warp = threadIdx.x / WARP, slot = r % s.SLOTS, buffer = r % BUFFERS;
    s.known[slot].wait(r / s.SLOTS);
    if (r >= BUFFERS) s.stored[buffer].wait(r / BUFFERS - 1);
    int* run = output + s.exclusive[slot];
    part.scatter(s.staging[buffer] + misalignment(run) + s.prefixes[slot][warp]);
    if (threadIdx.x == BLOCK - WARP) { // the last warp
        s.run[buffer] = run;
        s.run_size[buffer] = s.prefixes[slot][warp] + sum_of_bytes(part.totals);
    }
    scanlab::fence_bulk_copies(); // the copy engine has to see what was written
    s.staged[buffer].arrive();    // every thread, for what it has written
}

/// Stores the runs. The engine copies 16 bytes at a time, so a few lanes see to both ends.
template <int BLOCK>
__device__ __forceinline__ void store_runs(Shared<BLOCK, true>& s, const int* output, long long* kept,
                                           scanlab::Deal deal) {
    const int lane = threadIdx.x % WARP, rounds = deal.my_rounds();
    for (int r = 0; r < rounds; ++r) {
        const int buffer = r % BUFFERS;
        s.staged[buffer].wait(r / BUFFERS);
        int* run = s.run[buffer];
        const int size = s.run_size[buffer];
        const int* staged = s.staging[buffer] + misalignment(run);
        const int head = min((4 - misalignment(run)) % 4, size), tail = (size - head) % 4;
        if (lane == 0) scanlab::store_bulk(run + head, staged + head, size - head - tail);
        if (lane == 0 && deal.is_last(r)) *kept = run - output + size;
        if (lane < head) run[lane] = staged[lane];
        if (lane < tail) run[size - 1 - lane] = staged[size - 1 - lane];
        // The engine has read all but the last BUFFERS - 1 runs, and every lane its part.
        if (lane == 0) scanlab::wait_for_stores<BUFFERS - 1>();
        if (r >= BUFFERS - 1) s.stored[(r + 1) % BUFFERS].arrive();
    }
    if (lane == 0) scanlab::wait_for_stores<0>(); // shared memory lives as long as its block
}

/// The same without bulk copies: every warp has a strip of a staging buffer, and stores it by itself.
template <int BLOCK>
__device__ __forceinline__ void stage_and_store(Shared<BLOCK, false>& s,
                                                const Part<BLOCK, VECTORS>& part, int r, int* output,
                                                long long* kept, scanlab::Deal deal) {
    const int warp = threadIdx.x / WARP, slot = r % s.SLOTS;
    int* strip = s.staging[0] + warp * VECTORS * WARP * 4;
    part.scatter(strip);
    __syncwarp();
    s.known[slot].wait(r / s.SLOTS);
    int* run = output + s.exclusive[slot] + s.prefixes[slot][warp];
    const int size = sum_of_bytes(part.totals);
    store_strip(run, strip, size);
    if (threadIdx.x == BLOCK - WARP && deal.is_last(r)) *kept = run - output + size;
    __syncwarp(); // before the strip is used again
}

/// Counts tile r, and compacts tile r - AHEAD.
template <int BLOCK, bool BULK>
__device__ __forceinline__ void compact_tiles(Shared<BLOCK, BULK>& s, const int* input, int* output,
                                              long long* kept, scanlab::Deal deal) {
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, rounds = deal.my_rounds();
    constexpr int AHEAD = Shared<BLOCK, BULK>::AHEAD;
    Part<BLOCK, VECTORS> part, waiting[AHEAD];
    scanlab::Tile<BLOCK, VECTORS> next;
    if (!BULK && rounds > 0) next.load(input + deal.start(0), 0, deal.size(0));
    for (int r = 0; r < rounds + AHEAD; ++r) {
        if (r < rounds) {
            if constexpr (BULK) {
                s.arrived[r % s.STAGES].wait(r / s.STAGES);
                part.tile.load(s.ring[r % s.STAGES], 0, deal.size(r));
            } else {
                part.tile = next;
                if (r + 1 < rounds) next.load(input + deal.start(r + 1), 0, deal.size(r + 1));
            }
            part.count();
            part.scan();
            if (lane == 0) s.sums[r % s.SLOTS][warp] = sum_of_bytes(part.totals);
            s.summed[r % s.SLOTS].arrive(); // every thread: it has read its part of the ring
        }
        if (const int old = r - AHEAD; old >= 0) {
            if constexpr (BULK)
                stage(s, waiting[AHEAD - 1], old, output);
            else
                stage_and_store(s, waiting[AHEAD - 1], old, output, kept, deal);
        }
#pragma unroll
        for (int i = AHEAD - 1; i > 0; --i) waiting[i] = waiting[i - 1];
        waiting[0] = part;
    }
}

template <int BLOCK, bool BULK>
__global__ void __launch_bounds__(BLOCK + Shared<BLOCK, BULK>::HELPERS * WARP, 1)
    persistent_compaction(const int* input, int* output, long long* kept, scanlab::Deal deal,
                          scanlab::Aggregates* all, scanlab::EvictFirst victim) {
    extern __shared__ int4 dynamic[];
    auto& s = *reinterpret_cast<Shared<BLOCK, BULK>*>(dynamic);
    const scanlab::CachePolicy policy = scanlab::load_policy(victim);

    // As in lesson 10: first of all, the first tiles. Two threads wait for the kernel before this one.
    scanlab::let_next_kernel_begin();
    if (BULK && threadIdx.x == BLOCK) {
        for (auto& barrier : s.arrived) barrier.init(1);
        scanlab::fence_bulk_copies();
        scanlab::wait_for_kernels_before();
        for (int r = 0; r < s.STAGES && r < deal.my_rounds(); ++r)
            scanlab::load_bulk(s.ring[r], input + deal.start(r), deal.size(r), s.arrived[r], policy);
    }
    if (threadIdx.x == BLOCK + WARP) {
        for (auto& barrier : s.summed) barrier.init(BLOCK);
        for (auto& barrier : s.known) barrier.init(WARP + 1); // who looks back, and who publishes
        for (auto& barrier : s.staged) barrier.init(BLOCK);
        for (auto& barrier : s.stored) barrier.init(WARP);
        scanlab::wait_for_kernels_before();
        s.tag = all->begin(deal.rounds);
    }
    __syncthreads();

    const int helper = threadIdx.x / WARP - s.WARPS;
    if (helper < 0) {
        compact_tiles<BLOCK, BULK>(s, input, output, kept, deal);
    } else if (helper == 0) {
        scanlab::load_tiles(s, input, deal, all, policy);
    } else if (helper <= s.LOOK_BACKS) {
        scanlab::look_back(s, helper - 1, deal, all);
    } else {
        if constexpr (BULK) store_runs<BLOCK>(s, output, kept, deal);
    }
}

template <int BLOCK>
struct PersistentCompaction {
    static constexpr int items_per_thread = scanlab::Tile<BLOCK, VECTORS>::items_per_thread;
    static constexpr int largest_block = 512; // as in lesson 10

    static constexpr bool keeps_workspace = true; // zeros before the first call, then left alone
    static std::size_t workspace(long long) { return sizeof(scanlab::Aggregates); }

    static void launch(const scanlab::Problem& p) {
        const int blocks = scanlab::resident_blocks();
        const long long wave = static_cast<long long>(blocks) * BLOCK * 4;
        if (p.n == 0)
            cudaMemsetAsync(p.kept, 0, sizeof *p.kept, p.stream);
        else if (p.n <= 8 * BLOCK) // one block, which nobody has to tell anything
            launch_one_wave<BLOCK, 2, 1>(p, 1);
        else if (p.n <= wave)
            launch_one_wave<BLOCK, 1, 1>(p, static_cast<int>(scanlab::ceil_div(p.n, BLOCK * 4)));
        else if (p.n <= 4 * wave)
            launch_one_wave<BLOCK, 4, 1>(p, blocks);
        else if (p.n <= 8 * wave)
            launch_one_wave<BLOCK, 4, 2>(p, blocks);
        else if (scanlab::has_bulk_copies())
            persistent<true>(p);
        else
            persistent<false>(p);
    }

    template <bool BULK>
    static void persistent(const scanlab::Problem& p) {
        using S = Shared<BLOCK, BULK>;
        int blocks = scanlab::resident_blocks();
        const scanlab::Deal deal = scanlab::deal(p.n, S::Tile::items, blocks);
        scanlab::launch_overlapping(persistent_compaction<BLOCK, BULK>,
                                    {.blocks = blocks,
                                     .threads = BLOCK + S::HELPERS * WARP,
                                     .shared_bytes = sizeof(S),
                                     .resident = true},
                                    p.stream, p.input, p.output, p.kept, deal,
                                    static_cast<scanlab::Aggregates*>(p.workspace),
                                    scanlab::first_to_evict(8 * p.n));
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<PersistentCompaction>({.number = 11,
                                                       .name = "persistent_compaction",
                                                       .title = "Persistent compaction",
                                                       .task = scanlab::Task::compaction,
                                                       .scope = scanlab::Scope::device,
                                                       .block = 512,
                                                       .compute_capability = 8},
                                                      argc, argv);
}
