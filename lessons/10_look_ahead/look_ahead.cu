// Lesson 10: at the limit. A persistent scan whose blocks publish their sums ahead.
//
// New since lesson 08: as many blocks as multiprocessors, and each one stays. Tile t belongs to block
// t % blocks, so there are no tickets, and loads go on while look-backs wait: one warp loads, two look
// back, the others scan. A tile is summed as soon as it arrives and waits for its prefix in registers,
// while the tiles after it are summed: by the time other blocks need its sum, it has long been
// published. Only sums are published. A block knows the prefix of its last tile and adds the sums of
// the other blocks' tiles in between, so no tile waits for a chain of others.
//
// What it costs: 8 bytes per element, as a copy. All blocks have to be resident, or they wait forever.
// A look-back: Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016.
#include "one_wave_scan.cuh"
#include "register_scan.cuh"

#include <scanlab/lesson.hpp>
#include <scanlab/look_ahead_warps.cuh>
#include <scanlab/tile.cuh>

constexpr int WARP = scanlab::warp_size;     // 32
constexpr int VECTORS = scanlab::vectors(4); // 16-byte vectors per thread
constexpr int FEW_ROUNDS = 4;                // so few are faster in tiles of half the size

/// The warps of a block share the ring that tiles are copied to, and the sums and prefixes of tiles.
template <int BLOCK>
struct Shared {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    using Sum = int;
    static constexpr int WARPS = BLOCK / WARP; // that scan
    // Tiles in flight: just enough. More loads would delay every look-back.
    static constexpr int STAGES = 3;
    // Tiles that wait in registers for their prefix; sums and prefixes are kept for them and one more.
    static constexpr int AHEAD = 3, SLOTS = 4;
    // Warps that look back, taking turns: one alone would be late every time.
    static constexpr int LOOK_BACKS = 2;
    static constexpr int THREADS = BLOCK + (1 + LOOK_BACKS) * WARP; // scan, load, look back
    static_assert(SLOTS > AHEAD && LOOK_BACKS <= SLOTS, "no slot may be used for two tiles at a time");

    alignas(16) int ring[STAGES][Tile::items];
    scanlab::Barrier arrived[STAGES];               // the tile is in the ring
    scanlab::Barrier summed[SLOTS], known[SLOTS];   // its warps' sums are there; their prefixes are
    int sums[SLOTS][WARPS], prefixes[SLOTS][WARPS]; // of each warp's part of the tile
    Sum inclusive[SLOTS];                           // the prefix at the end of the tile
    unsigned tag;                                   // of round 0
};

/// Sums tile r, and scans and stores tile r - AHEAD. Each warp goes at its own pace.
template <int BLOCK>
__device__ __forceinline__ void scan_tiles(Shared<BLOCK>& s, int* output,
                                           const scanlab::TilePartition& partition) {
    using S = Shared<BLOCK>;
    constexpr int STAGES = S::STAGES, SLOTS = S::SLOTS, AHEAD = S::AHEAD;
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, rounds = partition.my_rounds();
    typename S::Tile tile, waiting[AHEAD]; // waiting[i]: for i + 1 rounds
    for (int r = 0; r < rounds + AHEAD; ++r) {
        // Sum: the tile leaves the ring for registers, and its place is free for the next copy.
        if (r < rounds) {
            s.arrived[r % STAGES].wait(r / STAGES);
            tile.load(s.ring[r % STAGES], 0, partition.size(r));
            const int sum = scanlab::warp_reduce(tile.sum());
            if (lane == 0) s.sums[r % SLOTS][warp] = sum;
            scanlab::fence_bulk_copies(); // the next copy must not overtake these reads
            s.summed[r % SLOTS].arrive(); // every thread: it has read its part of the ring
        }

        // Scan: the prefix of the tile that waits longest has had AHEAD rounds to become known.
        if (const int old = r - AHEAD; old >= 0) {
            waiting[AHEAD - 1].scan();
            s.known[old % SLOTS].wait(old / SLOTS);
            waiting[AHEAD - 1].add(s.prefixes[old % SLOTS][warp]);
            waiting[AHEAD - 1].store(output + partition.start(old), 0, partition.size(old));
        }

        // One round on. Unrolled, because the compiler must know every index of registers.
#pragma unroll
        for (int i = AHEAD - 1; i > 0; --i) waiting[i] = waiting[i - 1];
        waiting[0] = tile;
    }
}

/// BLOCK threads scan; the others are a warp that loads and the warps that look back. `all` is where
/// blocks publish their sums for each other.
template <int BLOCK>
__global__ void __launch_bounds__(Shared<BLOCK>::THREADS, 1)
    look_ahead_scan(const int* input, int* output, scanlab::TilePartition partition,
                    scanlab::Aggregates all, scanlab::EvictFirst victim) {
    extern __shared__ int4 dynamic[];
    auto& s = *reinterpret_cast<Shared<BLOCK>*>(dynamic);
    const scanlab::CachePolicy policy = scanlab::load_policy(victim);

    // Begin: the first tiles are under way before anything else. Two threads wait for the previous
    // kernel, which may still read what this one writes, and all others wait for them.
    scanlab::let_next_kernel_begin();
    if (threadIdx.x == BLOCK) scanlab::load_first_tiles(s, input, partition, policy);
    if (threadIdx.x == BLOCK + WARP) {
        scanlab::init_look_ahead(s);
        scanlab::wait_for_kernels_before();
        s.tag = all.begin();
    }
    __syncthreads();

    // Four things go on at once: the copy engine brings tiles into the ring, one warp starts its copies
    // and publishes sums, two warps look back, and the others sum and scan.
    if (threadIdx.x < BLOCK)
        scan_tiles(s, output, partition);
    else if (threadIdx.x < BLOCK + WARP)
        scanlab::load_tiles(s, input, partition, all, policy);
    else
        scanlab::look_back(s, threadIdx.x / WARP - s.WARPS - 1, s.LOOK_BACKS, partition, all);
}

/// Launches it with tiles for BLOCK threads, on all multiprocessors.
template <int BLOCK>
void launch_rounds(const scanlab::Problem& p) {
    // A cooperative launch: an error, instead of a wait forever, if the blocks do not all fit.
    const auto partition =
        scanlab::partition_tiles(p.n, Shared<BLOCK>::Tile::items, scanlab::resident_blocks());
    scanlab::launch_resident<Shared<BLOCK>>(
        look_ahead_scan<BLOCK>, partition, p.stream, p.input, p.output, partition,
        scanlab::PersistentKernels::aggregates(p), scanlab::first_to_evict(8 * p.n));
}

template <int BLOCK>
struct LookAheadScan : scanlab::PersistentKernels {
    using Tile = typename Shared<BLOCK>::Tile;
    static constexpr int items_per_thread = Tile::items_per_thread;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        // Small arrays end before the ring is even full, and older GPUs have nothing to fill it with.
        if (launched_one_wave<BLOCK>(p)) return;
        if (!scanlab::has_bulk_copies(sizeof(Shared<BLOCK>)))
            return launch_register_scan<BLOCK, VECTORS>(p);

        // With few rounds, the first load and the last store count, because nothing else goes on
        // meanwhile. So half as many threads scan tiles of half the size, in twice as many rounds.
        constexpr int HALF = BLOCK > WARP ? BLOCK / 2 : BLOCK;
        if (p.n <= FEW_ROUNDS * scanlab::resident_blocks() * Tile::items && !scanlab::for_picture)
            launch_rounds<HALF>(p);
        else
            launch_rounds<BLOCK>(p);
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
