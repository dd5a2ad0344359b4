// Exercise 08: decoupled look-back with sums of 64 bits.
//
// In lesson 08 status and sum share a word, and are read together. A sum that needs all 64 bits leaves
// no room for a status. So each has a word of its own, and their order has to be kept: the sum is
// written before the status that announces it (release), and read after it (acquire).
//
// What it costs: 12 bytes per element (4 read, 8 written), and 24 per tile for the descriptors.
// (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA, 2016.)
// Shared work: at most 250 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>

#include <cuda/atomic>

constexpr int WARP = scanlab::warp_size; // 32
constexpr int ROWS = 4; // of WARP elements, which a warp owns: then 8-byte stores are coalesced, too

enum Status : unsigned { EMPTY = 0, AGGREGATE = 1, PREFIX = 2 };

/// What a tile publishes. The prefix does not take the aggregate's place, which another block may just
/// be reading.
struct Descriptor {
    long long aggregate, prefix;
    unsigned status;
};

using SharedStatus = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__device__ long long warp_inclusive_scan(long long value) {
    const int lane = threadIdx.x % WARP;
    for (int distance = 1; distance < WARP; distance *= 2) {
        const long long left = __shfl_up_sync(scanlab::all_lanes, value, distance);
        if (lane >= distance) value += left;
    }
    return value;
}

__device__ void publish(Descriptor& descriptor, Status status, long long sum) {
    // BEGIN SOLUTION write the sum where it belongs, then the status, so that no one sees it too early.
    (status == PREFIX ? descriptor.prefix : descriptor.aggregate) = sum;
    SharedStatus(descriptor.status).store(status, cuda::memory_order_release);
    // END SOLUTION
}

/// The sum of all tiles before `tile`, for all lanes of the warp that calls it: lane 0 looks at the
/// tile before, lane 1 at the one before that, and so on.
__device__ long long look_back(Descriptor* descriptors, long long tile) {
    // BEGIN SOLUTION look back as in lesson 08, but read a sum only once its status is acquired.
    //> return 0;
    const int lane = threadIdx.x % WARP;
    long long total = 0;
    for (long long nearest = tile - 1;; nearest -= WARP) {
        const long long other = nearest - lane;
        unsigned status, known, missing;
        do {                 // until no tile is missing before the nearest known prefix
            status = PREFIX; // nothing precedes tile 0
            if (other >= 0)
                status = SharedStatus(descriptors[other].status).load(cuda::memory_order_acquire);
            known = __ballot_sync(scanlab::all_lanes, status == PREFIX);
            missing = __ballot_sync(scanlab::all_lanes, status == EMPTY);
        } while (missing != 0 && (known == 0 || __ffs(missing) < __ffs(known)));

        long long sum = 0;
        if (other >= 0 && (known == 0 || lane < __ffs(known)))
            sum = status == PREFIX ? descriptors[other].prefix : descriptors[other].aggregate;
        total += __shfl_sync(scanlab::all_lanes, warp_inclusive_scan(sum), WARP - 1);
        if (known != 0) return total;
    }
    // END SOLUTION
}

template <int BLOCK>
__global__ void wide_sums(const int* input, long long* output, long long n, Descriptor* descriptors,
                          unsigned* tickets) {
    constexpr int WARPS = BLOCK / WARP;
    __shared__ unsigned ticket;
    __shared__ long long warp_prefixes[WARPS];
    const int warp = threadIdx.x / WARP;
    const int lane = threadIdx.x % WARP;

    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    const long long tile = ticket;

    // Scan: every warp scans its rows, one after the other. What precedes the warp is not known yet,
    // and is added at the end.
    const long long first = (tile * BLOCK + warp * WARP) * ROWS + lane;
    long long sums[ROWS], warp_total = 0;
    for (int row = 0; row < ROWS; ++row) {
        const long long i = first + row * WARP;
        sums[row] = warp_total + warp_inclusive_scan(i < n ? input[i] : 0);
        warp_total = __shfl_sync(scanlab::all_lanes, sums[row], WARP - 1);
    }
    if (lane == 0) warp_prefixes[warp] = warp_total;
    __syncthreads();

    // Look back: one warp publishes the aggregate, finds the prefix, and publishes that.
    if (warp == 0) {
        const long long total = lane < WARPS ? warp_prefixes[lane] : 0;
        const long long scanned = warp_inclusive_scan(total);
        const long long aggregate = __shfl_sync(scanlab::all_lanes, scanned, WARPS - 1);
        if (lane == 0) publish(descriptors[tile], AGGREGATE, aggregate);
        const long long before_tile = look_back(descriptors, tile);
        if (lane == 0) publish(descriptors[tile], PREFIX, before_tile + aggregate);
        if (lane < WARPS) warp_prefixes[lane] = before_tile + scanned - total;
    }
    __syncthreads();

    for (int row = 0; row < ROWS; ++row) {
        const long long i = first + row * WARP;
        if (i < n) output[i] = warp_prefixes[warp] + sums[row];
    }
}

template <int BLOCK>
struct WideSums {
    static constexpr int items_per_thread = ROWS;
    static constexpr auto arrangement = scanlab::Arrangement::warp_striped;
    static constexpr long long TILE = BLOCK * ROWS;

    /// A descriptor per tile, and the ticket counter after them.
    static std::size_t workspace(long long n) {
        return static_cast<std::size_t>(scanlab::ceil_div(n, TILE) + 1) * sizeof(Descriptor);
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const long long tiles = scanlab::ceil_div(p.n, TILE);
        auto* descriptors = static_cast<Descriptor*>(p.workspace);
        cudaMemsetAsync(p.workspace, EMPTY, workspace(p.n), p.stream);
        wide_sums<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(p.input, p.wide_output, p.n, descriptors,
                                                        &descriptors[tiles].status);
    }
};

SCANLAB_EXERCISE(wide_sums, WideSums);
