// Lesson 08: decoupled look-back. The whole array in one pass: each element is read and written once.
//
// New since lesson 07: no second kernel. A tile publishes its sum (its aggregate) as soon as it has it.
// Then it looks back, 32 tiles at a time, and adds up their aggregates until it finds a tile
// that already knows the sum of everything up to its own end (its inclusive prefix). A tile waits for
// other tiles' aggregates, which are published early, but never for their look-backs.
//
// What it costs: 8 bytes per element, as a copy, and 8 bytes per tile for the descriptors.
// (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA, 2016.)
#include <scanlab/lesson.hpp>
#include <scanlab/tile.cuh>

#include <cuda/atomic>

constexpr int WARP = scanlab::warp_size; // 32
constexpr int VECTORS =
    scanlab::vectors(8); // 16-byte vectors per thread: large tiles, since each one costs a look-back

/// A tile publishes a status above 32 bits of sum. Both are in one word, so a thread that reads the
/// status also reads the matching sum, and relaxed accesses suffice. (If the sum had a word of its own,
/// the write of the status would have to release it, and the read of the status to acquire it.)
using Descriptor = unsigned long long;
enum Status : Descriptor { EMPTY = 0, AGGREGATE = 1, PREFIX = 2 };

__device__ Status status(Descriptor d) { return static_cast<Status>(d >> 32); }
__device__ int sum(Descriptor d) { return static_cast<int>(d & 0xffffffff); }

using SharedDescriptor = cuda::atomic_ref<Descriptor, cuda::thread_scope_device>;

/// An exchange, although a store would do. On an H200, at 2^28, it took this kernel from .70 to .94 of
/// a copy. Blocks that wait for this word see an exchange sooner (docs/publishing.md).
__device__ void publish(Descriptor* descriptor, Status s, int value) {
    SharedDescriptor(*descriptor)
        .exchange(s << 32 | static_cast<unsigned>(value), cuda::memory_order_relaxed);
}

/// The sum of all tiles before `tile`, for all lanes of the warp that calls it. The warp looks at WARP
/// descriptors at a time: lane 0 at the tile before, lane 1 at the one before that, and so on.
__device__ int look_back(Descriptor* descriptors, long long tile) {
    const int lane = threadIdx.x % WARP;
    int total = 0;
    for (long long nearest = tile - 1;; nearest -= WARP) {
        Descriptor d;
        unsigned known, missing;
        do { // until no tile is missing before the nearest known prefix
            const long long other = nearest - lane;
            d = PREFIX << 32; // nothing precedes tile 0
            if (other >= 0) d = SharedDescriptor(descriptors[other]).load(cuda::memory_order_relaxed);
            known = __ballot_sync(scanlab::all_lanes, status(d) == PREFIX);
            missing = __ballot_sync(scanlab::all_lanes, status(d) == EMPTY);
        } while (missing != 0 && (known == 0 || __ffs(missing) < __ffs(known)));

        // Aggregates up to the nearest prefix, and that prefix, which includes all further back.
        const bool counts = known == 0 || lane < __ffs(known);
        total += scanlab::warp_sum(counts ? sum(d) : 0);
        if (known != 0) return total;
    }
}

template <int BLOCK>
__global__ void __launch_bounds__(BLOCK)
    decoupled_look_back(const int* input, int* output, long long n, Descriptor* descriptors,
                        unsigned* tickets, scanlab::EvictFirst victim) {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    constexpr int WARPS = BLOCK / WARP;
    __shared__ unsigned ticket;
    __shared__ int warp_prefixes[WARPS];
    const int warp = threadIdx.x / WARP;
    const int lane = threadIdx.x % WARP;

    // Take a ticket instead of blockIdx: blocks start in no promised order, and a tile may only wait
    // for tiles whose blocks have started. A block that holds an earlier ticket has.
    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    const long long tile = ticket;

    // Reduce: load the tile and sum it up, warp by warp. Hints that say which data the L2 cache
    // should forget first (see EvictFirst) are worth a few hundredths of a copy.
    Tile items;
    items.load(input, tile * Tile::items, n, scanlab::load_policy(victim));
    const int warp_total = scanlab::warp_sum(items.sum());
    if (lane == 0) warp_prefixes[warp] = warp_total;
    __syncthreads();

    // Look back: one warp publishes the aggregate, finds the prefix, and publishes that.
    if (warp == 0) {
        const int total = lane < WARPS ? warp_prefixes[lane] : 0;
        const int scanned = scanlab::warp_inclusive_scan(total);
        const int aggregate = __shfl_sync(scanlab::all_lanes, scanned, WARPS - 1);
        if (lane == 0) publish(descriptors + tile, AGGREGATE, aggregate);
        const int before_tile = look_back(descriptors, tile);
        if (lane == 0) publish(descriptors + tile, PREFIX, before_tile + aggregate);
        if (lane < WARPS) warp_prefixes[lane] = before_tile + scanned - total;
    }

    // Scan: the other warps do not wait for the look-back before they begin.
    items.scan();
    __syncthreads();
    items.add(warp_prefixes[warp]);
    items.store(output, tile * Tile::items, n);
}

template <int BLOCK>
struct DecoupledLookBack {
    static constexpr int items_per_thread = scanlab::Tile<BLOCK, VECTORS>::items_per_thread;
    static constexpr long long TILE = scanlab::Tile<BLOCK, VECTORS>::items;

    /// A descriptor per tile, and the ticket counter after them.
    static std::size_t workspace(long long n) {
        return (scanlab::ceil_div(n, TILE) + 1) * sizeof(Descriptor);
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const long long tiles = scanlab::ceil_div(p.n, TILE);
        auto* descriptors = static_cast<Descriptor*>(p.workspace);
        cudaMemsetAsync(p.workspace, EMPTY, workspace(p.n), p.stream);
        decoupled_look_back<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(
            p.input, p.output, p.n, descriptors, reinterpret_cast<unsigned*>(descriptors + tiles),
            scanlab::first_to_evict(8 * p.n));
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<DecoupledLookBack>({.number = 8,
                                                    .name = "decoupled_look_back",
                                                    .title = "Decoupled look-back, one pass (2n)",
                                                    .scope = scanlab::Scope::device},
                                                   argc, argv);
}
