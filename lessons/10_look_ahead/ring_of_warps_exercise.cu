// Exercise 10: a copy through a ring of bulk copies whose stages are given back by warps.
//
// New since rung 2 (rungs/ring_copy.cu): `empty` expects one arrival of each consuming *warp* instead
// of one of each thread. So a warp arrives when all of its lanes have read their parts of the tile.
//
// What it costs: 8 bytes per element, one barrier of the block, and one arrival per tile and warp.
// Shared work: at most 270 steps per thread (accesses, barriers, waits, copies) for 65536 elements.
#include <scanlab/bulk_copy.cuh>
#include <scanlab/exercise.hpp>
#include <scanlab/look_ahead.cuh>
#include <scanlab/tile.cuh>

#include <algorithm>

constexpr int WARP = scanlab::warp_size;
constexpr int VECTORS = 1; // 16-byte vectors per consumer

/// BLOCK threads consume, and a warp produces; CUDA allows 1024 threads in all.
template <int BLOCK>
struct Shared {
    static constexpr int CONSUMERS = std::min(BLOCK, 1024 - WARP), WARPS = CONSUMERS / WARP;
    static constexpr int THREADS = CONSUMERS + WARP, STAGES = 3;
    using Tile = scanlab::Tile<CONSUMERS, VECTORS>;

    alignas(16) int ring[STAGES][Tile::items];
    scanlab::Barrier full[STAGES];  // the tile is in its stage: one arrival, and its bytes
    scanlab::Barrier empty[STAGES]; // it has been read: one arrival of each consuming *warp*
};

/// Starts to load `size` elements into a stage. One thread calls it.
__device__ void load(int* stage, const int* input, int size, scanlab::Barrier& full) {
    // TODO: bulk copies move multiples of four elements, so move the others yourself.
    //       Announce the bytes to `full`, and start the copy.
}

template <int BLOCK>
__global__ void ring_of_warps(const int* input, int* output, scanlab::TilePartition partition) {
    using S = Shared<BLOCK>;
    extern __shared__ int4 dynamic[];
    [[maybe_unused]] S& s = *reinterpret_cast<S*>(dynamic);
    if (threadIdx.x == 0) {
        // TODO: how many arrivals does a phase of each barrier need? And who has to see the
        //       barriers, besides threads?
    }
    __syncthreads();

    if (threadIdx.x == S::CONSUMERS) {
        // TODO: in each round, load the block's tile as soon as its stage is free.
    } else if (threadIdx.x < S::CONSUMERS) {
        // TODO: in each round, take the block's tile out of the ring, give the stage back, and
        //       store the tile. One lane arrives for its warp. When has the whole warp read?
    }
}

template <int BLOCK>
struct RingOfWarps {
    using S = Shared<BLOCK>;
    static constexpr int items_per_thread = S::Tile::items_per_thread;

    /// One block per multiprocessor. Blocks do not wait for each other, so they need not run together.
    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        int device, multiprocessors;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
        const auto partition = scanlab::partition_tiles(p.n, S::Tile::items, multiprocessors);
        cudaFuncSetAttribute(ring_of_warps<BLOCK>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             sizeof(S));
        ring_of_warps<BLOCK>
            <<<partition.blocks, S::THREADS, sizeof(S), p.stream>>>(p.input, p.output, partition);
    }
};

SCANLAB_EXERCISE(ring_of_warps, RingOfWarps);
