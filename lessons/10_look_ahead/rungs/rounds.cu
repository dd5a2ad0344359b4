// Rung 4 of 6: rounds.
//
// New since ring_scan: a block publishes only the sums of its tiles (published_sums.cuh). It knows the
// prefix at the end of its own last tile, because it computed it one round ago, and adds the sums of
// the tiles in between, one of each other block. A sum depends on nothing but its tile, so no block
// waits for another block's look-back.
//
// What it costs: 8 bytes per element, and a word per tile, which every other block reads.
#include "published_sums.cuh"
#include "ring.cuh"

#include <scanlab/lesson.hpp>

template <int BLOCK>
struct Shared {                                      // as in ring_scan
    static constexpr int WARPS = BLOCK / WARP;       // that scan
    static constexpr int THREADS = BLOCK + 2 * WARP; // scan, load, look back

    Ring<BLOCK> ring;
    scanlab::Barrier summed, known;   // in round r, phase r: all sums are there; all prefixes are
    int sums[WARPS], prefixes[WARPS]; // of each warp's part of the tile

    __device__ void init() {
        summed.init(BLOCK);
        known.init(WARP);
        ring.init();
    }
};

/// The warps that scan, as in ring_scan.
template <int BLOCK>
__device__ void scan_tiles(Shared<BLOCK>& s, int* output, const scanlab::TilePartition& partition) {
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    for (int r = 0; r < partition.my_rounds(); ++r) {
        typename Ring<BLOCK>::Tile tile;
        s.ring.take(tile, r, partition.size(r));
        const int sum = scanlab::warp_reduce(tile.sum());
        if (lane == 0) s.sums[warp] = sum;
        s.summed.arrive();
        tile.scan(); // meanwhile the other warp looks back
        s.known.wait(r);
        tile.add(s.prefixes[warp]);
        tile.store(output + partition.start(r), 0, partition.size(r));
    }
}

/// The warp that looks back.
template <int BLOCK>
__device__ void look_back(Shared<BLOCK>& s, const scanlab::TilePartition& partition,
                          PublishedSums published) {
    const int lane = threadIdx.x % WARP;
    int inclusive = 0; // the sum of everything up to the end of the block's last tile
    for (int r = 0; r < partition.my_rounds(); ++r) {
        s.summed.wait(r);
        const int sum = lane < s.WARPS ? s.sums[lane] : 0;
        const int scanned = scanlab::warp_inclusive_scan(sum);
        const int aggregate = __shfl_sync(scanlab::all_lanes, scanned, WARP - 1);
        if (lane == 0) published.publish(partition.number(r), aggregate);
        const int before = inclusive + published.sum_of_others(partition.number(r));
        inclusive = before + aggregate;
        if (lane < s.WARPS) s.prefixes[lane] = before + scanned - sum;
        s.known.arrive(); // every lane, for what it has written
    }
}

template <int BLOCK>
__global__ void __launch_bounds__(Shared<BLOCK>::THREADS, 1)
    rounds(const int* input, int* output, scanlab::TilePartition partition, PublishedSums published) {
    extern __shared__ int4 dynamic[];
    auto& s = *reinterpret_cast<Shared<BLOCK>*>(dynamic);
    if (threadIdx.x == 0) s.init();
    __syncthreads();
    if (threadIdx.x < BLOCK)
        scan_tiles(s, output, partition);
    else if (threadIdx.x >= BLOCK + WARP)
        look_back(s, partition, published);
    else if (threadIdx.x == BLOCK)
        s.ring.load_tiles(input, partition);
}

template <int BLOCK>
struct Rounds {
    using Tile = typename Ring<BLOCK>::Tile;
    static constexpr int items_per_thread = Tile::items_per_thread;
    static constexpr int largest_block = 512; // threads that scan

    /// A word per tile. Tiles are made a little smaller, so that the last round is full, too.
    static std::size_t workspace(long long n) {
        return (scanlab::ceil_div(n, Tile::items) + scanlab::resident_blocks()) *
               sizeof(PublishedSums::Word);
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const auto partition = scanlab::partition_tiles(p.n, Tile::items, scanlab::resident_blocks());
        const PublishedSums published{static_cast<PublishedSums::Word*>(p.workspace)};
        cudaMemsetAsync(p.workspace, 0, partition.tiles * sizeof(PublishedSums::Word), p.stream);
        launch_together<Shared<BLOCK>>(rounds<BLOCK>, partition, p.stream, p.input, p.output, partition,
                                       published);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<Rounds>({.number = 10,
                                         .name = "rounds",
                                         .title = "One sum of each other block",
                                         .block = 512,
                                         .compute_capability = 9},
                                        argc, argv);
}
