/// \file
/// Lesson 11's kernel for small arrays, as in lesson 10: every block has one tile, in registers.
#pragma once

#include "part.cuh"

#include <scanlab/lesson.hpp>
#include <scanlab/look_ahead.cuh>

/// Compacts at most resident_blocks() tiles, of PARTS times ROWS vectors per thread.
template <int BLOCK, int ROWS, int PARTS>
__global__ void __launch_bounds__(BLOCK)
    one_wave_compaction(const int* input, int* output, long long* kept,
                        scanlab::TilePartition partition, scanlab::Aggregates all) {
    using Tile = scanlab::Tile<BLOCK, ROWS * PARTS>;
    extern __shared__ int strips[]; // what each warp keeps
    __shared__ unsigned tag;
    __shared__ int before_tile;
    const int warp = threadIdx.x / scanlab::warp_size, lane = threadIdx.x % scanlab::warp_size;

    if (threadIdx.x == 0) scanlab::prefetch_bulk(input + partition.start(0), partition.size(0));
    scanlab::wait_for_kernels_before();
    Tile tile;
    tile.load(input + partition.start(0), 0, partition.size(0));
    if (threadIdx.x == 0) tag = all.begin(); // while the loads are under way
    Part<BLOCK, ROWS> parts[PARTS];          // of each warp's rows
    int count = 0;
#pragma unroll
    for (int i = 0; i < PARTS; ++i) {
#pragma unroll
        for (int row = 0; row < ROWS; ++row) parts[i].tile.rows[row] = tile.rows[i * ROWS + row];
        parts[i].count();
        count += sum_of_bytes(parts[i].counts);
    }
    count = scanlab::warp_reduce(count);
    int aggregate;
    const int before_warp = scanlab::block_prefix_of_warp<BLOCK>(count, aggregate);
    if (threadIdx.x == 0) all.publish(tag, aggregate);
    scanlab::let_next_kernel_begin(); // as in lesson 10

    // Scatter into the warp's strip while the others' aggregates come.
    int* const strip = strips + warp * ROWS * PARTS * scanlab::warp_size * 4;
    int* to = strip;
#pragma unroll
    for (Part<BLOCK, ROWS>& part : parts) {
        part.scan();
        part.scatter(to);
        to += part.total();
    }
    if (warp == 0) {
        const int before = all.sum_of_others(tag, true);
        if (lane == 0) {
            before_tile = before;
            if (partition.is_last(0)) *kept = before + aggregate;
        }
        if (partition.is_last(0)) all.end(tag);
    }
    __syncthreads();
    store_strip(output + before_tile + before_warp, strip, count);
}

/// Launches it cooperatively: all blocks run at the same time, or it is an error.
template <int BLOCK, int ROWS, int PARTS>
void launch_one_wave(const scanlab::Problem& p) {
    constexpr int tile = BLOCK * ROWS * PARTS * 4;
    const auto blocks = static_cast<int>(scanlab::ceil_div(p.n, tile));
    const scanlab::TilePartition partition{p.n, tile, blocks, 1, blocks};
    scanlab::launch_overlapping(one_wave_compaction<BLOCK, ROWS, PARTS>,
                                {.blocks = partition.blocks,
                                 .threads = BLOCK,
                                 .shared_bytes = tile * sizeof(int),
                                 .resident = true},
                                p.stream, p.input, p.output, p.kept, partition,
                                scanlab::PersistentKernels::aggregates(p));
}

/// Launches it, if n is small enough, with as many elements per thread as that takes.
template <int BLOCK>
bool launched_one_wave(const scanlab::Problem& p) {
    constexpr int HALF = BLOCK > scanlab::warp_size ? BLOCK / 2 : BLOCK;
    const long long wave = static_cast<long long>(scanlab::resident_blocks()) * BLOCK * 4;
    if (scanlab::for_picture) return false; // which shows the kernel that stays
    if (p.n == 0)
        cudaMemsetAsync(p.kept, 0, sizeof *p.kept, p.stream);
    else if (p.n <= wave * HALF / BLOCK)
        launch_one_wave<HALF, 1, 1>(p);
    else if (p.n <= wave)
        launch_one_wave<BLOCK, 2, 1>(p);
    else if (p.n <= 4 * wave)
        launch_one_wave<BLOCK, 4, 1>(p);
    else if (p.n <= 8 * wave)
        launch_one_wave<BLOCK, 4, 2>(p);
    else
        return false;
    return true;
}
