// Rung 2 of 6: a copy through a ring.
//
// New since persistent_look_back: one warp loads, the others store. (There is no scan yet.) The loading
// warp, the producer, starts bulk copies into a ring of three stages; the other warps, the consumers,
// take the tiles out (ring.cuh). Each stage has two barriers: `full` says that the tile is there,
// `empty` that all have read it. No thread waits at __syncthreads() in the loop.
//
// What it costs: 8 bytes per element, and 96 KiB of shared memory per block of 512.
#include "ring.cuh"

#include <scanlab/lesson.hpp>

template <int BLOCK>
struct Shared {
    static constexpr int THREADS = BLOCK + WARP; // store, load
    Ring<BLOCK> ring;
};

template <int BLOCK>
__global__ void __launch_bounds__(Shared<BLOCK>::THREADS, 1)
    ring_copy(const int* input, int* output, scanlab::TilePartition partition) {
    extern __shared__ int4 dynamic[];
    auto& s = *reinterpret_cast<Shared<BLOCK>*>(dynamic);
    if (threadIdx.x == 0) s.ring.init();
    __syncthreads();

    // Two things go on at once, each at its own pace: they meet only at the barriers of the ring.
    if (threadIdx.x < BLOCK) {
        for (int r = 0; r < partition.my_rounds(); ++r) {
            typename Ring<BLOCK>::Tile tile;
            s.ring.take(tile, r, partition.size(r));
            tile.store(output + partition.start(r), 0, partition.size(r));
        }
    } else if (threadIdx.x == BLOCK) {
        s.ring.load_tiles(input, partition);
    }
}

template <int BLOCK>
struct RingCopy {
    using Tile = typename Ring<BLOCK>::Tile;
    static constexpr int items_per_thread = Tile::items_per_thread;
    static constexpr int largest_block = 512; // threads that store

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const auto partition = scanlab::partition_tiles(p.n, Tile::items, scanlab::resident_blocks());
        launch_together<Shared<BLOCK>>(ring_copy<BLOCK>, partition, p.stream, p.input, p.output,
                                       partition);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<RingCopy>({.number = 10,
                                           .name = "ring_copy",
                                           .title = "A copy through a ring of bulk copies",
                                           .task = scanlab::Task::copy,
                                           .block = 512,
                                           .compute_capability = 9},
                                          argc, argv);
}
