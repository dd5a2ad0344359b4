// Rung 5 of 6: sums ahead.
//
// New since rounds: a tile is summed three rounds before it is scanned, and waits in registers. So the
// sums of other blocks have long been published when a look-back needs them, and a look-back may take
// three rounds. Sums and prefixes of four tiles are kept (slots), and two warps look back in turn.
//
// What it costs: as rounds, and the registers of three more tiles: 48 per thread.
#include "published_sums.cuh"
#include "ring.cuh"

#include <scanlab/lesson.hpp>

template <int BLOCK>
struct Shared {
    static constexpr int WARPS = BLOCK / WARP; // that scan
    static constexpr int AHEAD = 3, SLOTS = 4; // slots: one more than tiles that wait
    static constexpr int LOOK_BACKS = 2;       // warps
    static constexpr int THREADS = BLOCK + (1 + LOOK_BACKS) * WARP; // scan, load, look back

    Ring<BLOCK> ring;
    scanlab::Barrier summed[SLOTS], known[SLOTS];   // in round r: slot r % SLOTS, phase r / SLOTS
    int sums[SLOTS][WARPS], prefixes[SLOTS][WARPS]; // of each warp's part of the tile
    int inclusive[SLOTS];                           // the sum of everything up to the tile's end

    __device__ void init() {
        for (scanlab::Barrier& barrier : summed) barrier.init(BLOCK);
        for (scanlab::Barrier& barrier : known) barrier.init(WARP);
        ring.init();
    }
};

/// The warps that scan: they sum tile r, and scan and store tile r - AHEAD.
template <int BLOCK>
__device__ void scan_tiles(Shared<BLOCK>& s, int* output, const scanlab::TilePartition& partition) {
    constexpr int AHEAD = Shared<BLOCK>::AHEAD, SLOTS = Shared<BLOCK>::SLOTS;
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, rounds = partition.my_rounds();
    typename Ring<BLOCK>::Tile tile, waiting[AHEAD]; // waiting[i]: for i + 1 rounds
    for (int r = 0; r < rounds + AHEAD; ++r) {
        if (r < rounds) {
            s.ring.take(tile, r, partition.size(r));
            const int sum = scanlab::warp_reduce(tile.sum());
            if (lane == 0) s.sums[r % SLOTS][warp] = sum;
            s.summed[r % SLOTS].arrive();
        }
        if (const int old = r - AHEAD; old >= 0) {
            waiting[AHEAD - 1].scan();
            s.known[old % SLOTS].wait(old / SLOTS);
            waiting[AHEAD - 1].add(s.prefixes[old % SLOTS][warp]);
            waiting[AHEAD - 1].store(output + partition.start(old), 0, partition.size(old));
        }
#pragma unroll // because the compiler must know every index of registers
        for (int i = AHEAD - 1; i > 0; --i) waiting[i] = waiting[i - 1];
        waiting[0] = tile;
    }
}

/// A warp that looks back for every second tile, from tile `turn` on.
template <int BLOCK>
__device__ void look_back(Shared<BLOCK>& s, int turn, const scanlab::TilePartition& partition,
                          PublishedSums published) {
    const int lane = threadIdx.x % WARP;
    for (int r = turn; r < partition.my_rounds(); r += s.LOOK_BACKS) {
        const int slot = r % s.SLOTS, previous = (r - 1) % s.SLOTS;
        s.summed[slot].wait(r / s.SLOTS);
        const int sum = lane < s.WARPS ? s.sums[slot][lane] : 0;
        const int scanned = scanlab::warp_inclusive_scan(sum);
        if (lane == WARP - 1) published.publish(partition.number(r), scanned);
        int before = published.sum_of_others(partition.number(r));
        if (r > 0) { // the other warp has found it
            s.known[previous].wait((r - 1) / s.SLOTS);
            before += s.inclusive[previous];
        }
        if (lane < s.WARPS) s.prefixes[slot][lane] = before + scanned - sum;
        if (lane == WARP - 1) s.inclusive[slot] = before + scanned;
        s.known[slot].arrive(); // every lane, for what it has written
    }
}

template <int BLOCK>
__global__ void __launch_bounds__(Shared<BLOCK>::THREADS, 1)
    ahead(const int* input, int* output, scanlab::TilePartition partition, PublishedSums published) {
    extern __shared__ int4 dynamic[];
    auto& s = *reinterpret_cast<Shared<BLOCK>*>(dynamic);
    if (threadIdx.x == 0) s.init();
    __syncthreads();
    if (threadIdx.x < BLOCK)
        scan_tiles(s, output, partition);
    else if (threadIdx.x >= BLOCK + WARP)
        look_back(s, threadIdx.x / WARP - s.WARPS - 1, partition, published);
    else if (threadIdx.x == BLOCK)
        s.ring.load_tiles(input, partition);
}

template <int BLOCK>
struct Ahead { // as in rounds
    using Tile = typename Ring<BLOCK>::Tile;
    static constexpr int items_per_thread = Tile::items_per_thread;
    static constexpr int largest_block = 512; // threads that scan

    static std::size_t workspace(long long n) {
        return (scanlab::ceil_div(n, Tile::items) + scanlab::resident_blocks()) *
               sizeof(PublishedSums::Word);
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const auto partition = scanlab::partition_tiles(p.n, Tile::items, scanlab::resident_blocks());
        const PublishedSums published{static_cast<PublishedSums::Word*>(p.workspace)};
        cudaMemsetAsync(p.workspace, 0, partition.tiles * sizeof(PublishedSums::Word), p.stream);
        launch_together<Shared<BLOCK>>(ahead<BLOCK>, partition, p.stream, p.input, p.output, partition,
                                       published);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<Ahead>({.number = 10,
                                        .name = "ahead",
                                        .title = "Sums three rounds ahead",
                                        .block = 512,
                                        .compute_capability = 9},
                                       argc, argv);
}
