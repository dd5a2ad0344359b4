// exercise: double_buffered_loads
// Three buffers in registers: two tiles are on their way.
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
    __shared__ unsigned ticket;
    Tile buffers[3];
    long long numbers[3];
    const auto fetch = [&](int buffer) {
        __syncthreads();
        if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
        __syncthreads();
        numbers[buffer] = ticket;
        buffers[buffer].load(input, numbers[buffer] * Tile::items, n);
    };
    fetch(0);
    fetch(1);
    for (;;) {
#pragma unroll
        for (int buffer = 0; buffer < 3; ++buffer) {
            if (numbers[buffer] >= tiles) return;
            fetch((buffer + 2) % 3);
            scan_tile<BLOCK>(buffers[buffer], output, n, descriptors, numbers[buffer]);
        }
    }
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
