// Exercise 09: the stable split, a step of a radix sort: first the even elements, then the odd ones,
// both in their order.
//
// A compaction only has to know how many elements before this one are kept. A split moves the others,
// too: an odd element goes after *all* even ones and the odd ones before it. So a first kernel counts
// the even ones; then one pass with look-back, as in lesson 09, moves everything.
//
// What it costs: 12 bytes per element: 4 to count, 8 to move.
// (Blelloch, "Prefix Sums and Their Applications", 1990; Adinets and Merrill, "Onesweep", 2022.)
// Shared work: at most 250 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>
#include <scanlab/look_back.cuh>
#include <scanlab/tile.cuh>

constexpr int ITEMS = 4; // elements per thread: one 16-byte vector

/// Whether component c of a thread's vector, which begins at element `first`, is there and even.
__device__ int is_even(int value, long long first, int c, long long n) {
    return first + c < n && (value & 1) == 0;
}

__device__ int count_even(int4 v, long long first, long long n) {
    return is_even(v.x, first, 0, n) + is_even(v.y, first, 1, n) + is_even(v.z, first, 2, n) +
           is_even(v.w, first, 3, n);
}

/// Adds the number of even elements to *total.
template <int BLOCK>
__global__ void count_all_even(const int* input, unsigned long long* total, long long n) {
    const long long first = (static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x) * ITEMS;
    const int count = count_even(scanlab::load_vector(input, first, n), first, n);
    int block_count;
    scanlab::block_prefix_of_warp<BLOCK>(scanlab::warp_sum(count), block_count);
    if (threadIdx.x == 0) atomicAdd(total, static_cast<unsigned long long>(block_count));
}

template <int BLOCK>
__global__ void split(const int* input, int* output, const long long* all_even, long long n,
                      scanlab::TileDescriptor* descriptors, unsigned* tickets) {
    // BEGIN SOLUTION take a ticket, load the tile, and count. scanlab::look_back_counts() returns the
    //| count of the tiles before. Split the tile in shared memory. Where do even elements go, and
    //| where odd ones? Then write both runs, neighbouring threads side by side.
    constexpr int TILE = BLOCK * ITEMS;
    __shared__ unsigned ticket;
    __shared__ long long even_start, odd_start; // where the tile's elements go
    __shared__ int staged[TILE];
    const int t = threadIdx.x;

    if (t == 0) ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    const long long tile = ticket;
    const long long start = tile * TILE;
    const long long first = start + t * ITEMS;

    // Count: in this thread, before it, in the tile, and, by look-back, before the tile.
    const int4 v = scanlab::load_vector(input, first, n);
    const int count = count_even(v, first, n);
    const int scanned = scanlab::warp_inclusive_scan(count);
    int even_in_tile;
    const int even_before =
        scanlab::block_prefix_of_warp<BLOCK>(scanned, even_in_tile) + scanned - count;
    if (t < scanlab::warp_size) {
        const long long before = scanlab::look_back_counts(descriptors, tile, even_in_tile);
        if (t == 0) {
            even_start = before;
            odd_start = *all_even + (start - before); // what is not even before the tile is odd
        }
    }

    // Split the tile in shared memory: first its even elements, then the odd ones.
    int even_place = even_before;
    int odd_place = even_in_tile + t * ITEMS - even_before;
    const int items[ITEMS]{v.x, v.y, v.z, v.w};
#pragma unroll
    for (int c = 0; c < ITEMS; ++c) {
        if (is_even(items[c], first, c, n))
            staged[even_place++] = items[c];
        else if (first + c < n)
            staged[odd_place++] = items[c];
    }
    __syncthreads(); // the tile is split, and the runs' starts are known

    // Write both runs.
    const int in_tile = n - start < TILE ? static_cast<int>(n - start) : TILE;
    for (int i = t; i < in_tile; i += BLOCK) {
        const long long place = i < even_in_tile ? even_start + i : odd_start + (i - even_in_tile);
        output[place] = staged[i];
    }
    // END SOLUTION
}

template <int BLOCK>
struct StableSplit {
    static constexpr int items_per_thread = ITEMS;
    static constexpr long long TILE = BLOCK * ITEMS;

    /// A descriptor per tile, and the ticket counter after them.
    static std::size_t workspace(long long n) {
        return static_cast<std::size_t>(scanlab::ceil_div(n, TILE) + 1) *
               sizeof(scanlab::TileDescriptor);
    }

    static void launch(const scanlab::Problem& p) {
        cudaMemsetAsync(p.kept, 0, sizeof *p.kept, p.stream);
        if (p.n == 0) return;
        const long long tiles = scanlab::ceil_div(p.n, TILE);
        count_all_even<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(
            p.input, reinterpret_cast<unsigned long long*>(p.kept), p.n);

        auto* descriptors = static_cast<scanlab::TileDescriptor*>(p.workspace);
        cudaMemsetAsync(p.workspace, 0, workspace(p.n), p.stream);
        split<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(p.input, p.output, p.kept, p.n, descriptors,
                                                    reinterpret_cast<unsigned*>(descriptors + tiles));
    }
};

SCANLAB_EXERCISE(stable_split, StableSplit);
