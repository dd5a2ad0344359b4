/// \file
/// Lesson 11's kernel for small arrays, as in lesson 10: every block has one tile, in registers.
#pragma once

#include "part.cuh"

#include <scanlab/lesson.hpp>
#include <scanlab/look_ahead.cuh>

/// Compacts at most resident_blocks() tiles, of ROWS vectors per thread.
template <int BLOCK, int ROWS>
__global__ void __launch_bounds__(BLOCK)
    one_wave_compaction(const int* input, int* output, long long* kept,
                        scanlab::TilePartition partition, scanlab::Aggregates all) {
    extern __shared__ int strips[]; // what each warp keeps
    __shared__ int counts[BLOCK / scanlab::warp_size];
    __shared__ unsigned shared_tag;
    const int warp = threadIdx.x / scanlab::warp_size, lane = threadIdx.x % scanlab::warp_size;

    if (threadIdx.x == 0) scanlab::prefetch_bulk(input + partition.start(0), partition.size(0));
    scanlab::wait_for_kernels_before();
    Part<BLOCK, ROWS> part;
    part.tile.load(input + partition.start(0), 0, partition.size(0));
    unsigned tag = 0;
    if (threadIdx.x == 0) shared_tag = tag = all.begin(); // while the loads are under way
    part.count();
    const int kept_by_warp = scanlab::warp_reduce(sum_of_bytes(part.counts));
    const int count = scanlab::of_all_warps(kept_by_warp, counts);
    const int aggregate = scanlab::warp_reduce(count);
    if (threadIdx.x == 0) all.publish(tag, aggregate); // before all else: others wait for it
    scanlab::let_next_kernel_begin(); // later than in lesson 10: faster from 2^20 elements on

    // Scatter into the warp's strip while the others' aggregates come.
    const int before_warp = scanlab::warp_reduce(lane < warp ? count : 0);
    int* const strip = strips + warp * ROWS * scanlab::warp_size * 4;
    part.scan();
    part.scatter(strip);
    const int before_tile = all.sum_of_lower<BLOCK>(shared_tag);
    if (partition.is_last(0) && warp == 0) {
        if (lane == 0) *kept = before_tile + aggregate;
        all.end(shared_tag);
    }
    store_strip(output + before_tile + before_warp, strip, kept_by_warp);
}

/// Launches it cooperatively: all blocks run at the same time, or it is an error.
template <int BLOCK, int ROWS>
void launch_one_wave(const scanlab::Problem& p) {
    constexpr int TILE = BLOCK * ROWS * 4;
    const auto blocks = static_cast<int>(scanlab::ceil_div(p.n, TILE));
    const scanlab::TilePartition partition{p.n, TILE, blocks, 1, blocks};
    scanlab::launch_overlapping(
        one_wave_compaction<BLOCK, ROWS>,
        {.blocks = blocks, .threads = BLOCK, .shared_bytes = TILE * sizeof(int), .resident = true},
        p.stream, p.input, p.output, p.kept, partition, scanlab::PersistentKernels::aggregates(p));
}

/// Launches it, if n is small enough, with as many elements per block as that takes.
template <int BLOCK>
bool launched_one_wave(const scanlab::Problem& p) {
    constexpr int SMALLEST = scanlab::warp_size, LARGEST = SMALLEST * SMALLEST;
    constexpr int HALF = BLOCK / 2 < SMALLEST ? SMALLEST : BLOCK / 2;
    constexpr int TWICE = 2 * BLOCK > LARGEST ? LARGEST : 2 * BLOCK;
    const long long wave = static_cast<long long>(scanlab::resident_blocks()) * BLOCK * 4;
    if (scanlab::for_picture) return false; // which shows the kernel that stays
    if (p.n == 0)
        cudaMemsetAsync(p.kept, 0, sizeof *p.kept, p.stream);
    else if (p.n <= wave * HALF / BLOCK)
        launch_one_wave<HALF, 1>(p);
    else if (p.n <= wave)
        launch_one_wave<BLOCK, 1>(p);
    else if (p.n <= 2 * wave)
        launch_one_wave<BLOCK, 2>(p);
    else if (p.n <= 4 * wave)
        launch_one_wave<TWICE, 2>(p);
    else if (p.n <= 8 * wave)
        launch_one_wave<TWICE, 4>(p);
    else
        return false;
    return true;
}
