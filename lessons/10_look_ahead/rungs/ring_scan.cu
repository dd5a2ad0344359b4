// Rung 3 of 6: a scan through a ring.
//
// New since ring_copy: one more role, a warp that looks back as in lesson 08. The scanning warps sum
// their parts of a tile and hand the sums over (`summed`). The warp that looks back finds the sum
// before each part and hands it back (`known`). Meanwhile the copy engine fills the ring.
//
// What it costs: 8 bytes per element, and a descriptor per tile. A block sums its next tile only when
// the look-back of this one has ended, and the look-backs of other blocks wait for that sum.
#include "ring.cuh"

#include <scanlab/lesson.hpp>
#include <scanlab/look_back.cuh>

template <int BLOCK>
struct Shared {
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

/// The warps that scan. A tile waits in registers until its prefixes are known.
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
                          scanlab::TileDescriptor* descriptors) {
    const int lane = threadIdx.x % WARP;
    for (int r = 0; r < partition.my_rounds(); ++r) {
        s.summed.wait(r);
        const int sum = lane < s.WARPS ? s.sums[lane] : 0;
        const int scanned = scanlab::warp_inclusive_scan(sum);
        const int aggregate = __shfl_sync(scanlab::all_lanes, scanned, WARP - 1);
        const int before = scanlab::look_back_sums(descriptors, partition.number(r), aggregate);
        if (lane < s.WARPS) s.prefixes[lane] = before + scanned - sum;
        s.known.arrive(); // every lane, for what it has written
    }
}

template <int BLOCK>
__global__ void __launch_bounds__(Shared<BLOCK>::THREADS, 1)
    ring_scan(const int* input, int* output, scanlab::TilePartition partition,
              scanlab::TileDescriptor* descriptors) {
    extern __shared__ int4 dynamic[];
    auto& s = *reinterpret_cast<Shared<BLOCK>*>(dynamic);
    if (threadIdx.x == 0) s.init();
    __syncthreads();
    if (threadIdx.x < BLOCK)
        scan_tiles(s, output, partition);
    else if (threadIdx.x >= BLOCK + WARP)
        look_back(s, partition, descriptors);
    else if (threadIdx.x == BLOCK)
        s.ring.load_tiles(input, partition);
}

template <int BLOCK>
struct RingScan {
    using Tile = typename Ring<BLOCK>::Tile;
    static constexpr int items_per_thread = Tile::items_per_thread;
    static constexpr int largest_block = 512; // threads that scan

    /// A descriptor per tile. Tiles are made a little smaller, so that the last round is full, too.
    static std::size_t workspace(long long n) {
        return (scanlab::ceil_div(n, Tile::items) + scanlab::resident_blocks()) *
               sizeof(scanlab::TileDescriptor);
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const auto partition = scanlab::partition_tiles(p.n, Tile::items, scanlab::resident_blocks());
        auto* descriptors = static_cast<scanlab::TileDescriptor*>(p.workspace);
        cudaMemsetAsync(descriptors, 0, partition.tiles * sizeof *descriptors, p.stream);
        launch_together<Shared<BLOCK>>(ring_scan<BLOCK>, partition, p.stream, p.input, p.output,
                                       partition, descriptors);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<RingScan>({.number = 10,
                                           .name = "ring_scan",
                                           .title = "A scan through a ring of bulk copies",
                                           .block = 512,
                                           .compute_capability = 9},
                                          argc, argv);
}
