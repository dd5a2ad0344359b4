/// \file
/// Rung 2 of 6: a ring of tiles in shared memory, which one thread fills and the others empty. The
/// later rungs use it, too.
#pragma once

#include <scanlab/look_ahead.cuh>
#include <scanlab/tile.cuh>

constexpr int WARP = scanlab::warp_size;     // 32
constexpr int VECTORS = scanlab::vectors(4); // 16-byte vectors per thread

/// A ring of STAGES tiles. The tile of round r is in stage r % STAGES, whose use number r / STAGES it
/// is. Each stage has two barriers, and use number u of the stage is phase u of both.
template <int BLOCK>
struct Ring {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    static constexpr int STAGES = 3; // tiles that are under way at the same time

    alignas(16) int stages[STAGES][Tile::items];
    scanlab::Barrier full[STAGES];  // the tile is there: one arrival, and all bytes that it announced
    scanlab::Barrier empty[STAGES]; // all consumers have read it: BLOCK arrivals

    /// One thread calls it, before a barrier of the block.
    __device__ void init() {
        for (scanlab::Barrier& barrier : full) barrier.init(1);
        for (scanlab::Barrier& barrier : empty) barrier.init(BLOCK);
        scanlab::fence_bulk_copies(); // the copy engine has to see the barriers
    }

    /// The producer, one thread. It waits until all have read what the stage held before.
    __device__ void load_tiles(const int* input, const scanlab::TilePartition& partition) {
        for (int r = 0; r < partition.my_rounds(); ++r) {
            const int stage = r % STAGES, use = r / STAGES;
            if (use > 0) empty[stage].wait(use - 1);
            load(stages[stage], input + partition.start(r), partition.size(r), full[stage]);
        }
    }

    /// The consumers, BLOCK threads. The tile leaves the ring for registers, and the stage is free.
    __device__ void take(Tile& tile, int r, int size) {
        const int stage = r % STAGES, use = r / STAGES;
        full[stage].wait(use);
        tile.load(stages[stage], 0, size);
        scanlab::fence_bulk_copies(); // the next copy must not overtake these reads
        empty[stage].arrive();
    }

private:
    /// Starts a copy. It announces the bytes first, so that the phase cannot end without them. Bulk
    /// copies move multiples of 16 bytes, so the thread itself moves the array's last 1 to 3 elements.
    __device__ static void load(int* stage, const int* from, int size, scanlab::Barrier& full) {
#ifdef SCANLAB_BULK_COPIES
        using namespace cuda::ptx;
        const int whole = size / 4 * 4;
        for (int i = whole; i < size; ++i) stage[i] = from[i];
        const auto bytes = static_cast<std::uint32_t>(whole * sizeof(int));
        mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, full.handle(), bytes);
        if (bytes > 0) cp_async_bulk(space_cluster, space_global, stage, from, bytes, full.handle());
#endif
    }
};

/// Launches a kernel whose blocks wait for each other, each with a Shared in dynamic shared memory. A
/// cooperative launch fails unless all blocks can run at the same time.
template <class Shared, class... Parameters>
void launch_together(void (*kernel)(Parameters...), const scanlab::TilePartition& partition,
                     cudaStream_t stream, Parameters... parameters) {
    void* addresses[] = {&parameters...};
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Shared));
    cudaLaunchCooperativeKernel(kernel, partition.blocks, Shared::THREADS, addresses, sizeof(Shared),
                                stream);
}
