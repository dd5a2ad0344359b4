// exercise: persistent_tickets
// A ticket stands for two tiles. The last thread draws it, into one of two variables in turn.
#include <scanlab/exercise.hpp>
#include <scanlab/look_back.cuh>
#include <scanlab/tile.cuh>

#include <algorithm>

constexpr int VECTORS = 1; // 16-byte vectors per thread

/// Scans a tile as lesson 08 does. All threads of the block call it; they meet at two barriers.
template <int BLOCK>
__device__ void scan_tile(const int* input, int* output, long long n,
                          scanlab::TileDescriptor* descriptors, long long tile) {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    __shared__ int before_tile;

    Tile items;
    items.load(input, tile * Tile::items, n);
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
    items.store(output, tile * Tile::items, n);
}

template <int BLOCK>
__global__ void persistent_tickets(const int* input, int* output, long long n, long long tiles,
                                   scanlab::TileDescriptor* descriptors, unsigned* tickets) {
    __shared__ unsigned tickets_drawn[2];
    long long first = 0;
    int slot = 0;
    do {
        if (threadIdx.x == BLOCK - 1) tickets_drawn[slot] = 2 * atomicAdd(tickets, 1u);
        __syncthreads();
        first = tickets_drawn[slot];
        slot = 1 - slot;
        for (long long tile = first; tile < tiles && tile < first + 2; ++tile) {
            scan_tile<BLOCK>(input, output, n, descriptors, tile);
            __syncthreads();
        }
    } while (first < tiles);
}

/// How many blocks of this kernel the device holds at a time.
template <int BLOCK>
long long blocks_that_fit() {
    int device, multiprocessors, on_each;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, persistent_tickets<BLOCK>, BLOCK, 0);
    return static_cast<long long>(multiprocessors) * on_each;
}

template <int BLOCK>
struct PersistentTickets {
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
        persistent_tickets<BLOCK>
            <<<blocks, BLOCK, 0, p.stream>>>(p.input, p.output, p.n, tiles, descriptors,
                                             reinterpret_cast<unsigned*>(descriptors + tiles));
    }
};

SCANLAB_EXERCISE(persistent_tickets, PersistentTickets);
