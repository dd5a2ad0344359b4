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
                        scanlab::TilePartition partition, scanlab::Aggregates* all) {
    using Tile = scanlab::Tile<BLOCK, ROWS * PARTS>;
    extern __shared__ int strips[]; // what each warp keeps
    __shared__ unsigned tag;
    __shared__ int before_tile;
    const int warp = threadIdx.x / scanlab::warp_size, lane = threadIdx.x % scanlab::warp_size;

    scanlab::let_next_kernel_begin();
    scanlab::wait_for_kernels_before();
    Tile tile;
    tile.load(input + partition.start(0), 0, partition.size(0));
    if (threadIdx.x == 0) tag = all->begin(1); // while the loads are under way
    Part<BLOCK, ROWS> parts[PARTS];            // of each warp's rows
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
    if (threadIdx.x == 0) all->publish(tag, aggregate);

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
        const int before = all->sum_of_others(tag, true);
        if (lane == 0) {
            before_tile = before;
            if (partition.is_last(0)) *kept = before + aggregate;
        }
    }
    __syncthreads();
    store_strip(output + before_tile + before_warp, strip, count);
}

template <int BLOCK, int ROWS, int PARTS>
void launch_one_wave(const scanlab::Problem& p, int max_blocks) {
    constexpr int tile = BLOCK * ROWS * PARTS * 4;
    const auto partition = scanlab::partition_tiles(p.n, tile, max_blocks);
    scanlab::launch_overlapping(
        one_wave_compaction<BLOCK, ROWS, PARTS>,
        {.blocks = partition.blocks, .threads = BLOCK, .shared_bytes = tile * sizeof(int)}, p.stream,
        p.input, p.output, p.kept, partition, static_cast<scanlab::Aggregates*>(p.workspace));
}

/// Launches it, if n is small enough, with as many elements per thread as that takes. Not
/// cooperatively, which would take longer: a block waits for lower ones only.
template <int BLOCK>
bool launched_one_wave(const scanlab::Problem& p) {
    const int blocks = scanlab::resident_blocks();
    const long long wave = static_cast<long long>(blocks) * BLOCK * 4;
    if (p.n == 0)
        cudaMemsetAsync(p.kept, 0, sizeof *p.kept, p.stream);
    else if (p.n <= 8 * BLOCK) // one block, which waits for no other
        launch_one_wave<BLOCK, 2, 1>(p, 1);
    else if (p.n <= wave)
        launch_one_wave<BLOCK, 1, 1>(p, static_cast<int>(scanlab::ceil_div(p.n, BLOCK * 4)));
    else if (p.n <= 4 * wave)
        launch_one_wave<BLOCK, 4, 1>(p, blocks);
    else if (p.n <= 8 * wave)
        launch_one_wave<BLOCK, 4, 2>(p, blocks);
    else
        return false;
    return true;
}
