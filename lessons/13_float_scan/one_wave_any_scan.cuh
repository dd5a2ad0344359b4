/// \file
/// Lesson 13's kernel for small arrays. As in lesson 10, each block has one tile, in registers.
#pragma once

#include <scanlab/ordered_look_ahead.cuh>

/// Scans at most resident_blocks() tiles. Blocks wait for lower ones, so all must be resident.
template <class Operator, int BLOCK, int VECTORS>
__global__ void __launch_bounds__(BLOCK)
    one_wave_any_scan(const typename Operator::Value* input, typename Operator::Value* output,
                      scanlab::TilePartition partition, scanlab::OrderedAggregates<Operator> all) {
    using Value = typename Operator::Value;
    constexpr int WARP = scanlab::warp_size, WARPS = BLOCK / WARP;
    __shared__ unsigned tag;
    __shared__ Value sums[WARPS], before_tile;
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, size = partition.size(0);
    const long long start = partition.start(0);

    if (threadIdx.x == 0) scanlab::prefetch_bulk(input + start, size);
    scanlab::wait_for_kernels_before();
    scanlab::TileOf<Operator, BLOCK, VECTORS> tile;
    tile.load(input + start, size);
    if (threadIdx.x == 0) tag = all.begin(); // while the loads are under way
    const Value total = tile.total();
    if (lane == 0) sums[warp] = total;
    __syncthreads();

    // Every warp scans the sums for itself, because that costs less than another barrier.
    const Value scanned =
        scanlab::warp_inclusive<Operator>(lane < WARPS ? sums[lane] : Operator::identity());
    if (threadIdx.x == WARP - 1) all.publish(tag, scanned);
    const Value before_warp = scanlab::value_of_lane(scanlab::exclusive_of<Operator>(scanned), warp);
    scanlab::let_next_kernel_begin(); // not earlier, or its loads would delay those of this kernel

    tile.scan(); // while the others' sums arrive
    if (warp == 0) {
        const Value before = all.all_of_others(tag, true);
        if (lane == 0) before_tile = before;
        if (partition.is_last(0)) all.end(tag);
    }
    __syncthreads();
    tile.put_before(Operator::combine(before_tile, before_warp));
    tile.store(output + start, size);
}

/// The largest array that it scans.
template <class Operator, int BLOCK, int VECTORS>
long long one_wave() {
    return static_cast<long long>(scanlab::resident_blocks()) *
           scanlab::TileOf<Operator, BLOCK, VECTORS>::items;
}

template <class Operator, int BLOCK, int VECTORS>
void launch_one_wave(const typename Operator::Value* input, typename Operator::Value* output,
                     long long n, scanlab::OrderedAggregates<Operator> all, cudaStream_t stream) {
    constexpr int TILE = scanlab::TileOf<Operator, BLOCK, VECTORS>::items;
    const auto blocks = static_cast<int>(scanlab::ceil_div(n, TILE));
    const scanlab::TilePartition partition{n, TILE, blocks, 1, blocks};
    scanlab::launch_overlapping(one_wave_any_scan<Operator, BLOCK, VECTORS>,
                                {.blocks = blocks, .threads = BLOCK, .resident = true}, stream, input,
                                output, partition, all);
}

/// Scans an array that is small enough, with as few elements per thread as lesson 10 does.
template <class Operator, int BLOCK>
bool launched_one_wave(const typename Operator::Value* input, typename Operator::Value* output,
                       long long n, scanlab::OrderedAggregates<Operator> all, cudaStream_t stream) {
    if (scanlab::for_picture) return false; // a picture shows the persistent kernel
    constexpr int HALF = BLOCK > scanlab::warp_size ? BLOCK / 2 : BLOCK;
    if (n <= one_wave<Operator, HALF, 1>())
        launch_one_wave<Operator, HALF, 1>(input, output, n, all, stream);
    else if (n <= one_wave<Operator, BLOCK, 1>())
        launch_one_wave<Operator, BLOCK, 1>(input, output, n, all, stream);
    else if (n <= one_wave<Operator, BLOCK, 2>())
        launch_one_wave<Operator, BLOCK, 2>(input, output, n, all, stream);
    else if (n <= one_wave<Operator, BLOCK, 4>())
        launch_one_wave<Operator, BLOCK, 4>(input, output, n, all, stream);
    else
        return false;
    return true;
}
