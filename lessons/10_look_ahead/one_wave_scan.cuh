/// \file
/// Lesson 10's kernel for small arrays, where latency is everything: one tile per block, in registers.
#pragma once

#include <scanlab/look_ahead.cuh>
#include <scanlab/tile.cuh>

/// Scans at most resident_blocks() tiles. Blocks wait for lower ones, so all have to be resident.
template <int BLOCK, int VECTORS>
__global__ void __launch_bounds__(BLOCK)
    one_wave_scan(const int* input, int* output, scanlab::TilePartition partition,
                  scanlab::Aggregates all) {
    __shared__ int sums[BLOCK / scanlab::warp_size];
    __shared__ unsigned shared_tag;
    const int warp = threadIdx.x / scanlab::warp_size, lane = threadIdx.x % scanlab::warp_size;
    const long long start = partition.start(0);
    const int size = partition.size(0);

    // Until the previous kernel has ended, nothing may be read; but it may be asked for.
    if (threadIdx.x == 0) scanlab::prefetch_bulk(input + start, size);
    scanlab::wait_for_kernels_before();
    scanlab::Tile<BLOCK, VECTORS> tile;
    tile.load(input + start, 0, size);
    unsigned tag = 0;
    if (threadIdx.x == 0) shared_tag = tag = all.begin(); // while the loads are under way
    scanlab::let_next_kernel_begin(); // not earlier, or what it asks for would be in the way
    const int sum = scanlab::of_all_warps(scanlab::warp_reduce(tile.sum()), sums);
    const int aggregate = scanlab::warp_reduce(sum);
    if (threadIdx.x == 0) all.publish(tag, aggregate); // before all else: others wait for it

    const int before_warp = scanlab::warp_reduce(lane < warp ? sum : 0);
    tile.scan(); // while the others' aggregates come
    tile.add(all.sum_of_lower<BLOCK>(shared_tag) + before_warp);
    if (partition.is_last(0) && warp == 0) all.end(shared_tag);
    tile.store(output + start, 0, size);
}

/// The largest array that it scans.
template <int BLOCK, int VECTORS>
long long one_wave() {
    return static_cast<long long>(scanlab::resident_blocks()) * scanlab::Tile<BLOCK, VECTORS>::items;
}

/// Launches it cooperatively: all blocks run at the same time, or it is an error.
template <int BLOCK, int VECTORS>
void launch_one_wave(const scanlab::Problem& p) {
    constexpr int TILE = scanlab::Tile<BLOCK, VECTORS>::items;
    const auto blocks = static_cast<int>(scanlab::ceil_div(p.n, TILE));
    const scanlab::TilePartition partition{p.n, TILE, blocks, 1, blocks};
    scanlab::launch_overlapping(
        one_wave_scan<BLOCK, VECTORS>, {.blocks = blocks, .threads = BLOCK, .resident = true}, p.stream,
        p.input, p.output, partition, scanlab::PersistentKernels::aggregates(p));
}

/// Scans an array that is small enough, with as many elements per thread as that takes: few, if there
/// are enough blocks, and rather fewer blocks than threads with nothing to do.
template <int BLOCK>
bool launched_one_wave(const scanlab::Problem& p) {
    if (scanlab::for_picture) return false; // which shows the kernel that stays
    constexpr int HALF = BLOCK > scanlab::warp_size ? BLOCK / 2 : BLOCK;
    if (p.n <= one_wave<HALF, 1>())
        launch_one_wave<HALF, 1>(p);
    else if (p.n <= one_wave<BLOCK, 1>())
        launch_one_wave<BLOCK, 1>(p);
    else if (p.n <= one_wave<BLOCK, 2>())
        launch_one_wave<BLOCK, 2>(p);
    else if (p.n <= one_wave<BLOCK, 4>())
        launch_one_wave<BLOCK, 4>(p);
    else
        return false;
    return true;
}
