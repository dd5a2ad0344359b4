// Lesson 11: at the limit. A persistent compaction.
//
// New since lesson 10: blocks publish how many elements a tile keeps. Kept elements go to a staging
// buffer in shared memory, from where a bulk copy writes a tile's run in one go: the engine that loads
// can store as well. New since lesson 09: a thread's counts of four rows, one byte each, are scanned
// in one go, because none can exceed 128.
//
// What it costs: 4 bytes per element and 4 per element that is kept. Staging takes 64 KiB beside the
// ring. Count, scan and move: Billeter, Olsson and Assarsson, "Efficient Stream Compaction on Wide SIMD
// Many-Core Architectures", 2009.
#include "one_wave_compaction.cuh"
#include "part.cuh"
#include "register_compaction.cuh"

#include <scanlab/lesson.hpp>
#include <scanlab/look_ahead_warps.cuh>

constexpr int WARP = scanlab::warp_size;     // 32
constexpr int VECTORS = scanlab::vectors(4); // 16-byte vectors per thread, each counted by one byte
constexpr int BUFFERS = 2;                   // runs being filled or stored

/// What the warps of a block share: lesson 10's ring, sums and prefixes, and the staging buffers.
template <int BLOCK>
struct Shared {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    using Sum = long long; // the number of kept elements grows with n
    static constexpr int WARPS = BLOCK / WARP, STAGES = 3, AHEAD = 3, SLOTS = 4, LOOK_BACKS = 2;
    static constexpr int THREADS = BLOCK + (1 + LOOK_BACKS + 1) * WARP; // count, load, look back, store

    alignas(16) int ring[STAGES][Tile::items];
    alignas(16) int staging[BUFFERS][Tile::items + 4]; // a run is as misaligned here as in the output
    scanlab::Barrier arrived[STAGES], summed[SLOTS], known[SLOTS]; // as in lesson 10
    scanlab::Barrier staged[BUFFERS], stored[BUFFERS]; // a run is complete; it has left the buffer
    int sums[SLOTS][WARPS], prefixes[SLOTS][WARPS]; // how many each warp keeps; before it in the tile
    Sum exclusive[SLOTS], inclusive[SLOTS];         // before the tile; up to its end
    int* run[BUFFERS];                              // where the run in a staging buffer goes
    int run_size[BUFFERS];
    unsigned tag; // of round 0
};

/// Scatters the elements that a warp keeps of tile r into a staging buffer.
template <int BLOCK>
__device__ __forceinline__ void stage(Shared<BLOCK>& s, const Part<BLOCK, VECTORS>& part, int r,
                                      int* output) {
    const int warp = threadIdx.x / WARP, slot = r % s.SLOTS, buffer = r % BUFFERS;
    // Wait until the tile's place in the output is known, and until its buffer has been stored.
    s.known[slot].wait(r / s.SLOTS);
    if (r >= BUFFERS) s.stored[buffer].wait(r / BUFFERS - 1);
    // Scatter: the run is as misaligned in the buffer as in the output, since the engine copies from
    // and to multiples of 16 bytes.
    int* run = output + s.exclusive[slot];
    part.scatter(s.staging[buffer] + scanlab::misalignment(run) + s.prefixes[slot][warp]);
    if (threadIdx.x == BLOCK - WARP) { // the last warp
        s.run[buffer] = run;
        s.run_size[buffer] = s.prefixes[slot][warp] + part.total();
    }
    scanlab::fence_bulk_copies(); // the copy engine must see the new values
    s.staged[buffer].arrive();    // every thread, after its own writes
}

/// Stores the runs. The engine copies 16 bytes at a time, so a few lanes see to both ends.
template <int BLOCK>
__device__ __forceinline__ void store_runs(Shared<BLOCK>& s, const int* output, long long* kept,
                                           const scanlab::TilePartition& partition) {
    const int lane = threadIdx.x % WARP, rounds = partition.my_rounds();
    for (int r = 0; r < rounds; ++r) {
        const int buffer = r % BUFFERS;
        s.staged[buffer].wait(r / BUFFERS);
        int* run = s.run[buffer];
        const int size = s.run_size[buffer];
        const int* staged = s.staging[buffer] + scanlab::misalignment(run);
        const int head = min((4 - scanlab::misalignment(run)) % 4, size), tail = (size - head) % 4;
        // The engine stores the part between the first multiple of 16 bytes and the last one. Single
        // lanes store the elements before and after it, three at most on each side.
        if (lane == 0) scanlab::store_bulk(run + head, staged + head, size - head - tail);
        if (lane == 0 && partition.is_last(r)) *kept = run - output + size;
        if (lane < head) run[lane] = staged[lane];
        if (lane < tail) run[size - 1 - lane] = staged[size - 1 - lane];
        // The engine has read all but the last BUFFERS - 1 runs, and every lane its part.
        if (lane == 0) scanlab::wait_for_stores<BUFFERS - 1>();
        if (r >= BUFFERS - 1) s.stored[(r + 1) % BUFFERS].arrive();
    }
    if (lane == 0) scanlab::wait_for_stores<0>(); // shared memory lives as long as its block
}

/// BLOCK threads count and stage; the other warps load, look back and store. `all` is where blocks
/// publish their counts for each other.
template <int BLOCK>
__global__ void __launch_bounds__(Shared<BLOCK>::THREADS, 1)
    persistent_compaction(const int* input, int* output, long long* kept,
                          scanlab::TilePartition partition, scanlab::Aggregates all,
                          scanlab::EvictFirst victim) {
    extern __shared__ int4 dynamic[];
    auto& s = *reinterpret_cast<Shared<BLOCK>*>(dynamic);
    const scanlab::CachePolicy policy = scanlab::load_policy(victim);

    // Begin, as in lesson 10: the first tiles are under way before anything else. A run is complete
    // when all threads have staged their elements. Its buffer is free again when all lanes of the
    // storing warp say so.
    scanlab::let_next_kernel_begin();
    if (threadIdx.x == BLOCK) scanlab::load_first_tiles(s, input, partition, policy);
    if (threadIdx.x == BLOCK + WARP) {
        scanlab::init_look_ahead(s);
        for (auto& barrier : s.staged) barrier.init(BLOCK);
        for (auto& barrier : s.stored) barrier.init(WARP);
        scanlab::wait_for_kernels_before();
        s.tag = all.begin();
    }
    __syncthreads();

    // Five things go on at once: lesson 10's four, with tiles staged instead of stored, and storing.
    const int helper = threadIdx.x / WARP - s.WARPS;
    if (helper < 0)
        scanlab::run_ahead<Part<BLOCK, VECTORS>>(
            s, input, partition, [&](const auto& part, int r) { stage(s, part, r, output); });
    else if (helper == 0)
        scanlab::load_tiles(s, input, partition, all, policy);
    else if (helper <= s.LOOK_BACKS)
        scanlab::look_back(s, helper - 1, s.LOOK_BACKS, partition, all);
    else
        store_runs(s, output, kept, partition);
}

template <int BLOCK>
struct PersistentCompaction : scanlab::PersistentKernels {
    using Tile = typename Shared<BLOCK>::Tile;
    static constexpr int items_per_thread = Tile::items_per_thread;

    static void launch(const scanlab::Problem& p) {
        // As in lesson 10, small arrays and GPUs with less shared memory have kernels of their own.
        if (launched_one_wave<BLOCK>(p)) return;
        if (!scanlab::has_bulk_copies(sizeof(Shared<BLOCK>)))
            return launch_register_compaction<BLOCK, VECTORS>(p);
        const auto partition = scanlab::partition_tiles(p.n, Tile::items, scanlab::resident_blocks());
        scanlab::launch_resident<Shared<BLOCK>>(persistent_compaction<BLOCK>, partition, p.stream,
                                                p.input, p.output, p.kept, partition, aggregates(p),
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
