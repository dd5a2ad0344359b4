/// \file
/// Lesson 08's scan for counts: ints whose sums may need 64 bits, as those of exercise 08.
#pragma once

#include "lesson.hpp"
#include "look_back.cuh"
#include "tile.cuh"

namespace scanlab {

/// What a block of scan_counts() scans.
template <int BLOCK>
using CountTile = Tile<BLOCK, vectors(4)>;

/// before[i] = counts[0] + … + counts[i-1]. Decoupled look-back: one pass, as in lesson 08.
template <int BLOCK>
__global__ void __launch_bounds__(BLOCK)
    scan_counts(const int* counts, long long* before, long long n, unsigned long long* descriptors,
                unsigned* tickets) {
    using Tile = CountTile<BLOCK>;
    __shared__ unsigned ticket;
    __shared__ long long before_tile;
    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    const long long tile = ticket, start = tile * Tile::items;

    // The sums of a tile fit an int; what precedes the tile may not.
    Tile items;
    items.load(counts, start, n);
    int tile_sum;
    const int before_warp = block_prefix_of_warp<BLOCK>(warp_sum(items.sum()), tile_sum);
    if (threadIdx.x < warp_size) {
        const long long prefix = look_back_counts(descriptors, tile, tile_sum);
        if (threadIdx.x == 0) before_tile = prefix;
    }
    Tile sums = items;
    sums.scan();
    __syncthreads();

    const auto store = [&](long long i, int sum, int item) {
        if (i < n) before[i] = before_tile + before_warp + sum - item;
    };
#pragma unroll
    for (int row = 0; row < Tile::items_per_thread / 4; ++row) {
        const long long i = start + Tile::position(row);
        const int4 sum = sums.rows[row], item = items.rows[row];
        store(i, sum.x, item.x);
        store(i + 1, sum.y, item.y);
        store(i + 2, sum.z, item.z);
        store(i + 3, sum.w, item.w);
    }
}

/// Bytes of scratch memory for a scan of n counts: a descriptor a tile, and the ticket counter.
template <int BLOCK>
std::size_t scan_counts_workspace(long long n) {
    return static_cast<std::size_t>(ceil_div(n, CountTile<BLOCK>::items) + 1) *
           sizeof(unsigned long long);
}

/// Starts scan_counts() on n > 0 counts; `workspace` may hold anything.
template <int BLOCK>
void launch_scan_counts(const int* counts, long long* before, long long n, void* workspace,
                        cudaStream_t stream) {
    const long long tiles = ceil_div(n, CountTile<BLOCK>::items);
    auto* const descriptors = static_cast<unsigned long long*>(workspace);
    cudaMemsetAsync(workspace, 0, scan_counts_workspace<BLOCK>(n), stream);
    scan_counts<BLOCK><<<static_cast<unsigned>(tiles), BLOCK, 0, stream>>>(
        counts, before, n, descriptors, reinterpret_cast<unsigned*>(descriptors + tiles));
}

} // namespace scanlab
