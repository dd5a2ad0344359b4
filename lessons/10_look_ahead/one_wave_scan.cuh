/// \file
/// Lesson 10's kernel for small arrays, where latency is all: every block has one tile, in registers.
#pragma once

#include <scanlab/look_ahead.cuh>
#include <scanlab/tile.cuh>

/// Scans at most resident_blocks() tiles. A block waits for lower ones only, and all of them have room
/// on the GPU at the same time.
template <int BLOCK>
__global__ void __launch_bounds__(BLOCK)
    one_wave_scan(const int* input, int* output, long long n, scanlab::Aggregates* all) {
    using Tile = scanlab::Tile<BLOCK, 1>;
    __shared__ unsigned tag;
    __shared__ int before_tile;
    const long long start = blockIdx.x * static_cast<long long>(Tile::items);

    scanlab::let_next_kernel_begin();
    scanlab::wait_for_kernels_before();
    Tile tile;
    tile.load(input, start, n);
    if (threadIdx.x == 0) tag = all->begin(1); // while the loads are under way
    int aggregate;
    const int before_warp =
        scanlab::block_prefix_of_warp<BLOCK>(scanlab::warp_reduce(tile.sum()), aggregate);
    if (threadIdx.x == 0) all->publish(tag, aggregate);

    tile.scan(); // while the others' aggregates come
    if (threadIdx.x < scanlab::warp_size) {
        const int before = all->sum_of_others(tag, true);
        if (threadIdx.x == 0) before_tile = before;
    }
    __syncthreads();
    tile.add(before_tile + before_warp);
    tile.store(output, start, n);
}

/// The largest array that it scans.
template <int BLOCK>
long long one_wave() {
    return static_cast<long long>(scanlab::resident_blocks()) * scanlab::Tile<BLOCK, 1>::items;
}

/// Launches it. Not cooperatively, which would take longer: a block waits for lower ones only.
template <int BLOCK>
void launch_one_wave(const scanlab::Problem& p) {
    const long long blocks = scanlab::ceil_div(p.n, scanlab::Tile<BLOCK, 1>::items);
    scanlab::launch_overlapping(one_wave_scan<BLOCK>,
                                {.blocks = static_cast<int>(blocks), .threads = BLOCK}, p.stream,
                                p.input, p.output, p.n, static_cast<scanlab::Aggregates*>(p.workspace));
}
