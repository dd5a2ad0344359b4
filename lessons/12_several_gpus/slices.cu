// Lesson 12, the first step: a slice of the array for each GPU, and NCCL in between.
//
// Each GPU sums its slice; all GPUs exchange their sums ("all-gather"); each scans its slice, and
// begins with what the slices before come to. Between GPUs, that is 4 bytes each. It is lesson 07 with
// GPUs for tiles.
//
// What it costs: 12 bytes per element, since a slice is read twice.
#include "share_scan.cuh"

#include <scanlab/lesson.hpp>

#include <algorithm>
#include <map>
#include <nccl.h>
#include <numeric>
#include <stdexcept>
#include <vector>

/// Adds up n elements. Every block adds its part to *sum, which is zero before.
template <int BLOCK>
__global__ void __launch_bounds__(BLOCK) reduce_slice(const int* input, long long n, int* sum) {
    const long long threads = static_cast<long long>(gridDim.x) * BLOCK;
    int total = 0;
#pragma unroll 4
    for (long long i = 4 * (blockIdx.x * static_cast<long long>(BLOCK) + threadIdx.x); i < n;
         i += 4 * threads) {
        const int4 v = scanlab::load_vector(input, i, n);
        total += v.x + v.y + v.z + v.w;
    }
    total = scanlab::warp_reduce(total);
    if (threadIdx.x % scanlab::warp_size == 0) atomicAdd(sum, total);
}

/// Lesson 10's aggregates; before the first tile comes the sum of the slices before.
struct CarriedAggregates : scanlab::Aggregates {
    const int* sums; ///< of all slices
    int me;          ///< this one

    __device__ int sum_of_others(unsigned tag, bool first_round) const {
        int before = Aggregates::sum_of_others(tag, first_round);
        for (int slice = 0; first_round && slice < me; ++slice) before += sums[slice];
        return before;
    }
};

/// NCCL's handles for the devices 0, 1, … of this process, made once for each number of devices.
const std::vector<ncclComm_t>& communicators(int devices) {
    static std::map<int, std::vector<ncclComm_t>> made;
    std::vector<ncclComm_t>& all = made[devices];
    if (all.empty()) {
        all.resize(static_cast<std::size_t>(devices));
        if (const ncclResult_t result = ncclCommInitAll(all.data(), devices, nullptr);
            result != ncclSuccess)
            throw std::runtime_error(ncclGetErrorString(result));
    }
    return all;
}

template <int BLOCK>
struct Slices : scanlab::PersistentKernels {
    static constexpr int items_per_thread = scanlab::Tile<BLOCK, VECTORS>::items_per_thread;

    /// Besides the aggregates, a row: this slice's sum, and from its second word on those of all.
    static std::size_t workspace(long long n) {
        return PersistentKernels::workspace(n) + sizeof(unsigned long long) * row_size();
    }
    static int* sums(const scanlab::Share& share) {
        return reinterpret_cast<int*>(static_cast<char*>(share.workspace) +
                                      PersistentKernels::workspace(share.n));
    }

    /// One slice for each device, a multiple of 32 elements.
    static scanlab::Piece piece(long long n, int devices, long long first) {
        const long long slice = 32 * scanlab::ceil_div(n, 32LL * devices);
        return {static_cast<int>(first / slice), slice};
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const std::vector<ncclComm_t>& nccl = communicators(static_cast<int>(p.shares.size()));

        for (const scanlab::Share& share : p.shares) {
            cudaSetDevice(share.device);
            cudaMemsetAsync(sums(share), 0, sizeof(int), share.stream);
            if (share.n > 0)
                reduce_slice<BLOCK>
                    <<<static_cast<unsigned>(4 * scanlab::resident_blocks()), BLOCK, 0, share.stream>>>(
                        share.input, share.n, sums(share));
        }

        // One group: each call on its own would wait for the other GPUs, which have not been called.
        ncclGroupStart();
        for (const scanlab::Share& share : p.shares)
            ncclAllGather(sums(share), sums(share) + 1, 1, ncclInt32, nccl[share.device], share.stream);
        ncclGroupEnd();

        for (const scanlab::Share& share : p.shares) {
            if (share.n == 0) continue;
            cudaSetDevice(share.device);
            CarriedAggregates all{};
            static_cast<scanlab::Aggregates&>(all) = aggregates(call_on(share, p));
            all.sums = sums(share) + 1;
            all.me = share.device;
            constexpr int TILE = scanlab::Tile<BLOCK, VECTORS>::items;
            launch_share_scan<BLOCK>(
                share, scanlab::partition_tiles(share.n, TILE, scanlab::resident_blocks()), all);
        }
        cudaSetDevice(0);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<Slices>({.number = 12,
                                         .name = "slices",
                                         .title = "A slice for each GPU, joined by NCCL (3n)",
                                         .scope = scanlab::Scope::device,
                                         .block = 512,
                                         .compute_capability = 8},
                                        argc, argv);
}
