// Challenge 10: decoupled look-back with blocks that stay and load ahead.
//
// New since persistent_tickets: while a block waits for its look-back, its next tile is on its way.
// A load does not wait: only the first instruction that uses its result does. So the next tile's
// loads are issued before this tile is scanned, and each thread owns two buffers in registers: one
// that it scans, and one that is being filled.
//
// What it costs: as persistent_tickets, and as many registers more as a thread has elements. A
// ticket is drawn one tile ahead.
// Shared work: at most 900 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>
#include <scanlab/look_back.cuh>
#include <scanlab/tile.cuh>

#include <algorithm>

constexpr int VECTORS = 1; // 16-byte vectors per thread

/// Scans a tile that has been loaded. All threads of the block call it; they meet at two barriers.
template <int BLOCK>
__device__ void scan_tile(scanlab::Tile<BLOCK, VECTORS>& items, int* output, long long n,
                          scanlab::TileDescriptor* descriptors, long long tile) {
    __shared__ int before_tile;

    int aggregate;
    const int before_warp =
        scanlab::block_prefix_of_warp<BLOCK>(scanlab::warp_sum(items.sum()), aggregate); // a barrier
    if (threadIdx.x < scanlab::warp_size) {
        const int before = scanlab::look_back_sums(descriptors, tile, aggregate);
        if (threadIdx.x == 0) before_tile = before;
    }
    items.scan(); // the other warps do not wait for the look-back before they begin
    __syncthreads();
    items.add(before_tile + before_warp);
    items.store(output, tile * items.items, n);
}

template <int BLOCK>
__global__ void double_buffered_loads(const int* input, int* output, long long n, long long tiles,
                                      scanlab::TileDescriptor* descriptors, unsigned* tickets) {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    // TODO: draw the first ticket and load its tile. Then, until a ticket is not one of the
    //       `tiles`: draw the next ticket, have its tile loaded, and only then scan the tile that is there.
}

/// How many blocks of this kernel the device holds at a time.
template <int BLOCK>
long long blocks_that_fit() {
    int device, multiprocessors, on_each;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, double_buffered_loads<BLOCK>, BLOCK, 0);
    return static_cast<long long>(multiprocessors) * on_each;
}

template <int BLOCK>
struct DoubleBufferedLoads {
    static constexpr int items_per_thread = scanlab::Tile<BLOCK, VECTORS>::items_per_thread;
    static constexpr long long TILE = scanlab::Tile<BLOCK, VECTORS>::items;

    /// A descriptor per tile, and the ticket counter after them.
    static std::size_t workspace(long long n) {
        return static_cast<std::size_t>(scanlab::ceil_div(n, TILE) + 1) *
               sizeof(scanlab::TileDescriptor);
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const long long tiles = scanlab::ceil_div(p.n, TILE);
        const long long blocks = std::min(tiles, blocks_that_fit<BLOCK>());
        auto* descriptors = static_cast<scanlab::TileDescriptor*>(p.workspace);
        cudaMemsetAsync(p.workspace, 0, workspace(p.n), p.stream);
        double_buffered_loads<BLOCK>
            <<<blocks, BLOCK, 0, p.stream>>>(p.input, p.output, p.n, tiles, descriptors,
                                             reinterpret_cast<unsigned*>(descriptors + tiles));
    }
};

SCANLAB_EXERCISE(double_buffered_loads, DoubleBufferedLoads);
