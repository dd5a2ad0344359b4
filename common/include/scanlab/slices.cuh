/// \file
/// Lesson 12: what slices take: a sum of each, an exchange, and a scan that begins with what came
/// before.
#pragma once

#include "communicators.cuh"
#include "share_scan.cuh"

namespace scanlab {

/// Adds up n elements. Every block adds its part to *sum, which is zero before.
template <int BLOCK>
__global__ void __launch_bounds__(BLOCK) reduce_slice(const int* input, long long n, int* sum) {
    const long long threads = static_cast<long long>(gridDim.x) * BLOCK;
    int total = 0;
#pragma unroll 4
    for (long long i = 4 * (blockIdx.x * static_cast<long long>(BLOCK) + threadIdx.x); i < n;
         i += 4 * threads) {
        const int4 v = load_vector(input, i, n);
        total += v.x + v.y + v.z + v.w;
    }
    total = warp_reduce(total);
    if (threadIdx.x % warp_size == 0) atomicAdd(sum, total);
}

/// Lesson 10's aggregates; before the first tile comes the sum of the slices before.
struct CarriedAggregates : Aggregates {
    const int* sums; ///< of all slices
    int before;      ///< how many of them come before

    __device__ int sum_of_others(unsigned tag, bool first_round) const {
        int sum = Aggregates::sum_of_others(tag, first_round);
        for (int slice = 0; first_round && slice < before; ++slice) sum += sums[slice];
        return sum;
    }
};

/// What slices have in common, however long they are: lesson 10's workspace, and after it a row: this
/// slice's sum, and from its second word on those of all.
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
        cudaMemsetAsync(sums(share), 0, sizeof(int), share.stream);
        if (share.n == 0) return;
        const int blocks = 4 * resident_blocks();
        reduce_slice<BLOCK><<<static_cast<unsigned>(blocks), BLOCK, 0, share.stream>>>(
            share.input, share.n, sums(share));
    }

    /// Starts the exchange: then each device has all sums.
    static void gather(std::span<const Share> shares) {
        const std::vector<ncclComm_t>& nccl = communicators(static_cast<int>(shares.size()));
        // One group: each call on its own would wait for the other GPUs, which have not been called.
        ncclGroupStart();
        for (const Share& share : shares)
            ncclAllGather(sums(share), sums(share) + 1, 1, ncclInt32, nccl[share.device], share.stream);
        ncclGroupEnd();
    }

    /// Starts the scan of a share, which begins with what the first `before` sums come to. Its device
    /// is current.
    template <int BLOCK>
    static void scan(const Share& share, int before, const Problem& p) {
        constexpr int TILE = Tile<BLOCK, SHARE_VECTORS>::items;
        if (share.n == 0) return;
        CarriedAggregates all{};
        static_cast<Aggregates&>(all) = aggregates(call_on(share, p));
        all.sums = sums(share) + 1;
        all.before = before;
        launch_share_scan<BLOCK>(share, partition_tiles(share.n, TILE, resident_blocks()), all);
    }
};

} // namespace scanlab
