/// \file
/// Lesson 12: the steps of a scan by slices, which are a sum of each slice, an exchange, and a scan
/// that begins with the sum of the slices before.
#pragma once

#include "communicators.cuh"
#include "share_scan.cuh"

namespace scanlab {

/// Adds n elements to *sum, from the end to the beginning, because the elements that are read last are
/// still in the cache when the scan begins there.
template <int BLOCK>
__global__ void __launch_bounds__(BLOCK) reduce_slice(const int* input, long long n, int* sum) {
    using Tile = Tile<BLOCK, SHARE_VECTORS>;
    let_next_kernel_begin();
    wait_for_kernels_before();
    int total = 0;
    for (long long tile = (n - 1) / Tile::items - blockIdx.x; tile >= 0; tile -= gridDim.x) {
        const long long start = tile * Tile::items;
        Tile items;
        if (start + Tile::items <= n)
            items.load_whole(input + start);
        else
            items.load(input, start, n);
        total += items.sum();
    }
    total = warp_reduce(total);
    if (threadIdx.x % warp_size == 0) atomicAdd(sum, total);
}

/// Lesson 10's aggregates, with the sum of the slices before in front of the first tile.
struct CarriedAggregates : Aggregates {
    int* own;        ///< this slice's sum, which all GPUs have by now
    const int* sums; ///< of all slices
    int before;      ///< how many of them come before

    __device__ int sum_of_others(unsigned tag, bool first_round) const {
        int sum = Aggregates::sum_of_others(tag, first_round);
        for (int slice = 0; first_round && slice < before; ++slice) sum += sums[slice];
        return sum;
    }

    /// Leaves a zero, which the next call adds to.
    __device__ void end(unsigned last) const {
        if (threadIdx.x % warp_size == 0) *own = 0;
        Aggregates::end(last);
    }
};

/// Slices of any length have lesson 10's workspace, and after it a row. Its first word is this slice's
/// sum, which is zero between calls. The sums of all slices follow.
struct SliceKernels : PersistentKernels {
    static std::size_t workspace(long long n) {
        return PersistentKernels::workspace(n) + sizeof(unsigned long long) * row_size();
    }
    static int* sums(const Share& share) {
        return reinterpret_cast<int*>(static_cast<char*>(share.workspace) +
                                      PersistentKernels::workspace(share.n));
    }

    /// Starts adding up a share. Its device is current.
    template <int BLOCK>
    static void reduce(const Share& share) {
        if (share.n == 0) return;
        constexpr int blocks_per_multiprocessor = 4;
        launch_overlapping(reduce_slice<BLOCK>,
                           {.blocks = blocks_per_multiprocessor * resident_blocks(), .threads = BLOCK},
                           share.stream, share.input, share.n, sums(share));
    }

    /// Starts the exchange, after which each device has all sums.
    static void gather(std::span<const Share> shares) {
        const std::vector<ncclComm_t>& nccl = communicators(static_cast<int>(shares.size()));
        // One group: each call on its own would wait for the other GPUs, which have not been called.
        ncclGroupStart();
        for (const Share& share : shares)
            ncclAllGather(sums(share), sums(share) + 1, 1, ncclInt32, nccl[share.device], share.stream);
        ncclGroupEnd();
    }

    /// Starts the scan of a share, which begins with the sum of the first `before` sums. Its device is
    /// current.
    template <int BLOCK>
    static void scan(const Share& share, int before, const Problem& p) {
        constexpr int TILE = Tile<BLOCK, SHARE_VECTORS>::items;
        if (share.n == 0) return;
        CarriedAggregates all{};
        static_cast<Aggregates&>(all) = aggregates(call_on(share, p));
        all.own = sums(share);
        all.sums = sums(share) + 1;
        all.before = before;
        launch_share_scan<BLOCK>(share, partition_tiles(share.n, TILE, resident_blocks()), all);
    }
};

} // namespace scanlab
