// Lesson 09: stream compaction in one pass. Keep, in order, the elements that are not zero; count them.
//
// New since lesson 08: it scans a flag for each element, which is 1 if the element is kept. The
// exclusive scan of the flags is the position that a kept element goes to. Flag, scan and scatter
// happen in one kernel: neither the flags nor their scan ever leave the chip.
//
// What it costs: 4 bytes per element, and 4 per element that is kept.
#include <scanlab/lesson.hpp>
#include <scanlab/tile.cuh>

#include <cuda/atomic>

constexpr int WARP = scanlab::warp_size; // 32

/// 16-byte vectors per thread: as many as in lesson 08, unless the tile would outgrow 32 KiB.
template <int BLOCK>
constexpr int VECTORS = scanlab::vectors(BLOCK <= 256 ? 8 : 2048 / BLOCK);

/// As in lesson 08, with 62 bits for the count: it grows with n, and an array may be larger than 2^32.
using Descriptor = unsigned long long;
enum Status : Descriptor { EMPTY = 0, AGGREGATE = 1, PREFIX = 2 };

__device__ Status status(Descriptor d) { return static_cast<Status>(d >> 62); }
__device__ long long count(Descriptor d) { return static_cast<long long>(d & ((1ULL << 62) - 1)); }

using SharedDescriptor = cuda::atomic_ref<Descriptor, cuda::thread_scope_device>;

__device__ void publish(Descriptor* descriptor, Status s, long long value) {
    SharedDescriptor(*descriptor)
        .exchange(s << 62 | static_cast<Descriptor>(value), cuda::memory_order_relaxed);
}

/// How many elements the tiles before `tile` keep: lesson 08's look-back.
__device__ long long look_back(Descriptor* descriptors, long long tile) {
    const int lane = threadIdx.x % WARP;
    long long total = 0;
    for (long long nearest = tile - 1;; nearest -= WARP) {
        Descriptor d;
        unsigned known, missing;
        do {
            const long long other = nearest - lane;
            d = PREFIX << 62;
            if (other >= 0) d = SharedDescriptor(descriptors[other]).load(cuda::memory_order_relaxed);
            known = __ballot_sync(scanlab::all_lanes, status(d) == PREFIX);
            missing = __ballot_sync(scanlab::all_lanes, status(d) == EMPTY);
        } while (missing != 0 && (known == 0 || __ffs(missing) < __ffs(known)));

        // The one prefix may be large; the aggregates before it are counts of a tile and fit an int.
        const int prefix_lane = known != 0 ? __ffs(known) - 1 : WARP;
        total += scanlab::warp_sum(lane < prefix_lane ? static_cast<int>(count(d)) : 0);
        if (known != 0) return total + __shfl_sync(scanlab::all_lanes, count(d), prefix_lane);
    }
}

/// How many of four elements stay.
__device__ int count_kept(int4 v) { return (v.x != 0) + (v.y != 0) + (v.z != 0) + (v.w != 0); }

template <int BLOCK>
__global__ void __launch_bounds__(BLOCK)
    compaction(const int* input, int* output, long long* kept, long long n, Descriptor* descriptors,
               unsigned* tickets) {
    constexpr int ROWS = VECTORS<BLOCK>;
    using Tile = scanlab::Tile<BLOCK, ROWS>;
    __shared__ unsigned ticket;
    __shared__ long long before_tile;
    __shared__ int staged[Tile::items];

    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    const long long tile = ticket;

    // Flag and count. Elements past the end of the array are loaded as zeros, and dropped.
    Tile items;
    items.load(input, tile * Tile::items, n);
    int counts[ROWS], thread_count = 0;
#pragma unroll
    for (int row = 0; row < ROWS; ++row) thread_count += counts[row] = count_kept(items.rows[row]);
    int aggregate;
    int before = scanlab::block_prefix_of_warp<BLOCK>(scanlab::warp_sum(thread_count), aggregate);

    // Look back: how many do the tiles before this one keep? The last tile learns how many in all.
    if (threadIdx.x < WARP) {
        if (threadIdx.x == 0) publish(descriptors + tile, AGGREGATE, aggregate);
        const long long prefix = look_back(descriptors, tile);
        if (threadIdx.x == 0) {
            publish(descriptors + tile, PREFIX, prefix + aggregate);
            before_tile = prefix;
            if (tile == gridDim.x - 1) *kept = prefix + aggregate;
        }
    }

    // Scan the counts, row by row, and compact the tile in shared memory.
#pragma unroll
    for (int row = 0; row < ROWS; ++row) {
        const int scanned = scanlab::warp_inclusive_scan(counts[row]);
        int position = before + scanned - counts[row];
        const int4 item = items.rows[row];
        if (item.x != 0) staged[position++] = item.x;
        if (item.y != 0) staged[position++] = item.y;
        if (item.z != 0) staged[position++] = item.z;
        if (item.w != 0) staged[position++] = item.w;
        before += __shfl_sync(scanlab::all_lanes, scanned, WARP - 1);
    }
    __syncthreads(); // the tile is compacted, and before_tile is known

    // Scatter: the kept elements of the tile are one run, which neighbouring threads write side by
    // side.
    int* run = output + before_tile;
    for (int i = threadIdx.x; i < aggregate; i += BLOCK) run[i] = staged[i];
}

template <int BLOCK>
struct Compaction {
    static constexpr int items_per_thread = scanlab::Tile<BLOCK, VECTORS<BLOCK>>::items_per_thread;
    static constexpr long long TILE = scanlab::Tile<BLOCK, VECTORS<BLOCK>>::items;

    static std::size_t workspace(long long n) {
        return (scanlab::ceil_div(n, TILE) + 1) * sizeof(Descriptor);
    }

    static void launch(const scanlab::Problem& p) {
        const long long tiles = scanlab::ceil_div(p.n, TILE);
        auto* descriptors = static_cast<Descriptor*>(p.workspace);
        cudaMemsetAsync(p.workspace, EMPTY, workspace(p.n), p.stream);
        if (tiles == 0)
            cudaMemsetAsync(p.kept, 0, sizeof *p.kept, p.stream);
        else
            compaction<BLOCK>
                <<<tiles, BLOCK, 0, p.stream>>>(p.input, p.output, p.kept, p.n, descriptors,
                                                reinterpret_cast<unsigned*>(descriptors + tiles));
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<Compaction>({.number = 9,
                                             .name = "compaction",
                                             .title = "Stream compaction in one pass",
                                             .task = scanlab::Task::compaction,
                                             .scope = scanlab::Scope::device},
                                            argc, argv);
}
