// Challenge 08: decoupled fallback. A tile that waits too long sums up the other tile itself.
//
// New since lesson 08: the look-back counts how often it reads in vain. CUDA promises that a block that
// has started gets its turn again and again; other platforms do not, and then a look-back may wait for
// ever. Here it never does: the other tile's elements are in the input, where all can read them.
// (Smith, Levien, Owens, "Decoupled Fallback: A Portable Single-Pass GPU Scan", SPAA 2025.)
//
// What it costs: as lesson 08, 8 bytes per element, and 4 more for each element of a tile that others
// have had to sum up.
// Shared work: at most 600 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>
#include <scanlab/tile.cuh>

#include <cuda/atomic>

constexpr int WARP = scanlab::warp_size; // 32
constexpr int VECTORS = 8;               // 16-byte vectors per thread: large tiles, as in lesson 08
constexpr int PATIENCE = 64;             // reads of a window in vain, before another tile is helped

/// Lesson 08's descriptor: a status above 32 bits of sum.
using Descriptor = unsigned long long;
enum Status : Descriptor { EMPTY = 0, AGGREGATE = 1, PREFIX = 2 };

__device__ Status status(Descriptor d) { return static_cast<Status>(d >> 32); }
__device__ int sum(Descriptor d) { return static_cast<int>(d & 0xffffffff); }
__device__ Descriptor descriptor(Status s, int value) { return s << 32 | static_cast<unsigned>(value); }

using SharedDescriptor = cuda::atomic_ref<Descriptor, cuda::thread_scope_device>;

__device__ void publish(Descriptor* d, Status s, int value) {
    SharedDescriptor(*d).exchange(descriptor(s, value), cuda::memory_order_relaxed);
}

/// Sums up a tile of `items` elements from the input, and publishes its aggregate unless its block has
/// published something meanwhile. The lanes of one warp call it.
__device__ void help(const int* input, long long n, long long tile, int items,
                     Descriptor* descriptors) {
    // TODO: the lanes sum up the tile's elements, 16 bytes at a time (scanlab::load_vector);
    //       then one of them publishes the aggregate, if the descriptor is EMPTY still.
}

/// The sum of all tiles before `tile`, for all lanes of the warp that calls it.
__device__ int look_back(const int* input, long long n, long long tile, int items,
                         Descriptor* descriptors) {
    // TODO: lesson 08's look-back, which counts how often it reads a window in vain. After
    //       PATIENCE times it helps the nearest tile that is missing, and counts from 0 again.
    return 0;
}

template <int BLOCK>
__global__ void __launch_bounds__(BLOCK)
    fallback(const int* input, int* output, long long n, Descriptor* descriptors, unsigned* tickets) {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    constexpr int WARPS = BLOCK / WARP;
    __shared__ unsigned ticket;
    __shared__ int warp_prefixes[WARPS];
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;

    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    const long long tile = ticket;

    Tile items;
    items.load(input, tile * Tile::items, n);
    const int warp_total = scanlab::warp_sum(items.sum());
    if (lane == 0) warp_prefixes[warp] = warp_total;
    __syncthreads();

    if (warp == 0) {
        const int total = lane < WARPS ? warp_prefixes[lane] : 0;
        const int scanned = scanlab::warp_inclusive_scan(total);
        const int aggregate = __shfl_sync(scanlab::all_lanes, scanned, WARPS - 1);
        if (lane == 0) publish(descriptors + tile, AGGREGATE, aggregate);
        const int before_tile = look_back(input, n, tile, Tile::items, descriptors);
        if (lane == 0) publish(descriptors + tile, PREFIX, before_tile + aggregate);
        if (lane < WARPS) warp_prefixes[lane] = before_tile + scanned - total;
    }

    items.scan();
    __syncthreads();
    items.add(warp_prefixes[warp]);
    items.store(output, tile * Tile::items, n);
}

template <int BLOCK>
struct Fallback {
    static constexpr int items_per_thread = scanlab::Tile<BLOCK, VECTORS>::items_per_thread;
    static constexpr long long TILE = scanlab::Tile<BLOCK, VECTORS>::items;

    /// A descriptor per tile, and the ticket counter after them.
    static std::size_t workspace(long long n) {
        return static_cast<std::size_t>(scanlab::ceil_div(n, TILE) + 1) * sizeof(Descriptor);
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const long long tiles = scanlab::ceil_div(p.n, TILE);
        auto* descriptors = static_cast<Descriptor*>(p.workspace);
        cudaMemsetAsync(p.workspace, 0, workspace(p.n), p.stream);
        fallback<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(
            p.input, p.output, p.n, descriptors, reinterpret_cast<unsigned*>(descriptors + tiles));
    }
};

SCANLAB_EXERCISE(fallback, Fallback);
