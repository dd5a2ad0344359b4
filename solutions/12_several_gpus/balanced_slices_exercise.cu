// Exercise 12: slices that need less. The first GPU has the beginning and the end of the array.
//
// New since slices.cu: nothing comes before the beginning, so it is scanned while the other GPUs sum
// their slices, and the last element of its scan is its sum. Nothing comes after the end, so nobody
// needs its sum.
//
// What it costs: on K devices 12 K / (K + 0.5) bytes per element, and no device moves more than its
// part of them.
// Shared work: at most 300 steps per thread (accesses, barriers, shuffles) for 65856 elements.
#include <scanlab/communicators.cuh>
#include <scanlab/exercise.hpp>
#include <scanlab/look_back.cuh>
#include <scanlab/tile.cuh>

#include <algorithm>

using scanlab::Share;

constexpr int VECTORS = 1; // 16-byte vectors per thread

/// Adds up n elements. Each warp adds its part to *sum, which is zero before the launch.
template <int BLOCK>
__global__ void sum_piece(const int* input, long long n, int* sum) {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    Tile items;
    items.load(input, blockIdx.x * static_cast<long long>(Tile::items), n);
    const int total = scanlab::warp_sum(items.sum());
    if (threadIdx.x % scanlab::warp_size == 0) atomicAdd(sum, total);
}

/// Scans n elements as lesson 08 does, beginning with the sum of the first `before` sums.
template <int BLOCK>
__global__ void scan_piece(const int* input, int* output, long long n, const int* sums, int before,
                           unsigned* tickets, scanlab::TileDescriptor* descriptors) {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    __shared__ unsigned ticket;
    __shared__ int before_tile;

    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    const long long tile = ticket;

    Tile items;
    items.load(input, tile * Tile::items, n);
    int aggregate;
    const int before_warp =
        scanlab::block_prefix_of_warp<BLOCK>(scanlab::warp_sum(items.sum()), aggregate); // a barrier
    if (threadIdx.x < scanlab::warp_size) {
        int prefix = scanlab::look_back_sums(descriptors, tile, aggregate);
        for (int i = 0; i < before; ++i) prefix += sums[i];
        if (threadIdx.x == 0) before_tile = prefix;
    }
    items.scan();
    __syncthreads();
    items.add(before_tile + before_warp);
    items.store(output, tile * Tile::items, n);
}

/// The beginning of each device's workspace; a descriptor for each tile follows.
struct alignas(scanlab::TileDescriptor) Row {
    int own_sum;                     ///< of the elements that this device adds up
    int sums[scanlab::most_devices]; ///< of all devices, after the exchange
    unsigned tickets;
};

// BEGIN SOLUTION how long is each slice in between?
/// The beginning has half as many elements, and the end what is left, at most as many.
long long slice_of(long long n, int devices) {
    return 64 * scanlab::ceil_div(2 * n, 64LL * (2 * devices + 1));
}
// END SOLUTION

template <int BLOCK>
struct BalancedSlices {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    static constexpr int items_per_thread = Tile::items_per_thread;

    static std::size_t workspace(long long n) {
        return sizeof(Row) + static_cast<std::size_t>(scanlab::ceil_div(n, Tile::items)) *
                                 sizeof(scanlab::TileDescriptor);
    }
    static Row& row(const Share& share) { return *static_cast<Row*>(share.workspace); }

    /// Starts adding up a share, or a part of it.
    static void start_sum(const Share& share) {
        cudaSetDevice(share.device);
        cudaMemsetAsync(&row(share).own_sum, 0, sizeof(int), share.stream);
        if (share.n == 0) return;
        const long long tiles = scanlab::ceil_div(share.n, Tile::items);
        sum_piece<BLOCK><<<tiles, BLOCK, 0, share.stream>>>(share.input, share.n, &row(share).own_sum);
    }

    /// Starts the exchange, after which each device has the sums of all.
    static void gather(std::span<const Share> shares) {
        const auto& nccl = scanlab::communicators(static_cast<int>(shares.size()));
        ncclGroupStart();
        for (const Share& share : shares)
            ncclAllGather(&row(share).own_sum, row(share).sums, 1, ncclInt32, nccl[share.device],
                          share.stream);
        ncclGroupEnd();
    }

    /// Starts scanning a share, or a part of it, beginning with the sum of the first `before` sums.
    static void start_scan(const Share& share, int before) {
        if (share.n == 0) return;
        const long long tiles = scanlab::ceil_div(share.n, Tile::items);
        auto* const descriptors = reinterpret_cast<scanlab::TileDescriptor*>(&row(share) + 1);
        cudaSetDevice(share.device);
        cudaMemsetAsync(&row(share).tickets, 0, sizeof(unsigned), share.stream);
        cudaMemsetAsync(descriptors, 0, tiles * sizeof *descriptors, share.stream);
        scan_piece<BLOCK><<<tiles, BLOCK, 0, share.stream>>>(share.input, share.output, share.n,
                                                             row(share).sums, before,
                                                             &row(share).tickets, descriptors);
    }

    /// The piece that begins with element `first`: of which device, and how long. Every piece but the
    /// last has a multiple of 32 elements, so that vectors are aligned.
    static scanlab::Piece piece(long long n, int devices, long long first) {
        // BEGIN SOLUTION the beginning and the end are the first device's, which has no other slice.
        //> return {0, n};
        const long long slice = slice_of(n, devices), beginning = slice / 2;
        if (first < beginning) return {0, beginning};
        return {static_cast<int>((1 + (first - beginning) / slice) % devices), slice};
        // END SOLUTION
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        // BEGIN SOLUTION start the sums of the slices in between and the scan of the beginning, then
        //| the exchange, then all other scans. p.shares[d] is what device d has, its pieces one after
        //| the other.
        const auto devices = static_cast<int>(p.shares.size());
        const auto others = p.shares.subspan(1);
        Share beginning = p.shares[0], end = p.shares[0];
        beginning.n = std::min(p.n, slice_of(p.n, devices) / 2);
        end.n -= beginning.n;
        end.input += beginning.n;
        end.output += beginning.n;

        start_scan(beginning, 0);
        cudaMemcpyAsync(&row(beginning).own_sum, beginning.output + beginning.n - 1, sizeof(int),
                        cudaMemcpyDeviceToDevice, beginning.stream);
        for (const Share& share : others) start_sum(share);
        gather(p.shares);
        for (const Share& share : others) start_scan(share, share.device);
        start_scan(end, devices);
        // END SOLUTION
    }
};

SCANLAB_EXERCISE(balanced_slices, BalancedSlices);
