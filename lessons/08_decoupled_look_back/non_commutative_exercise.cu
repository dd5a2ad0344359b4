// Challenge 08: decoupled look-back with an operator that does not commute.
//
// An element a << 16 | b is the map x -> a·x + b modulo 2^16, and "adding" two of them means applying
// one after the other. That is associative, so it can be scanned; but it matters which comes first, and
// nothing can be subtracted. Sums hide mistakes that maps show: a look-back goes from right to left,
// but has to compose from left to right.
//
// What it costs: 8 bytes per element, and 8 per tile for the descriptors.
// (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA, 2016.)
// Shared work: at most 250 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>

#include <cuda/atomic>

constexpr int WARP = scanlab::warp_size; // 32
constexpr int ROWS = 4;                  // of WARP elements, which a warp owns

using Map = unsigned;
constexpr Map IDENTITY = 1 << 16;

/// The map that applies `first`, then `second`.
__device__ Map compose(Map first, Map second) {
    const unsigned factor = (first >> 16) * (second >> 16);
    const unsigned term = (first & 0xffff) * (second >> 16) + (second & 0xffff);
    return (factor << 16) | (term & 0xffff);
}

/// As in lesson 08: status and map in one word.
using Descriptor = unsigned long long;
enum Status : Descriptor { EMPTY = 0, AGGREGATE = 1, PREFIX = 2 };
__device__ Status status(Descriptor d) { return static_cast<Status>(d >> 32); }
using SharedDescriptor = cuda::atomic_ref<Descriptor, cuda::thread_scope_device>;
__device__ void publish(Descriptor& descriptor, Status s, Map map) {
    SharedDescriptor(descriptor).exchange((s << 32) | map, cuda::memory_order_relaxed);
}

/// The maps of the warp's lanes up to this one, one applied after the other.
__device__ Map warp_inclusive_scan(Map map) {
    // TODO: lesson 04's scan: which of the two maps is applied first?
    return map;
}

/// The maps of the lanes before this one, given the inclusive scan. A map has no inverse to subtract.
__device__ Map exclusive(Map scanned) {
    // TODO: the maps of the lanes before this one. Which map belongs to lane 0?
    return scanned;
}

/// All tiles before `tile`, one after the other. Lane 0 looks at the tile before, lane 1 at the one
/// before that, and so on.
__device__ Map look_back(Descriptor* descriptors, long long tile) {
    const int lane = threadIdx.x % WARP;
    Map total = IDENTITY;
    for (long long nearest = tile - 1;; nearest -= WARP) {
        Descriptor d;
        unsigned known, missing;
        do { // until no tile is missing before the nearest known prefix
            const long long other = nearest - lane;
            d = (PREFIX << 32) | IDENTITY; // nothing precedes tile 0
            if (other >= 0) d = SharedDescriptor(descriptors[other]).load(cuda::memory_order_relaxed);
            known = __ballot_sync(scanlab::all_lanes, status(d) == PREFIX);
            missing = __ballot_sync(scanlab::all_lanes, status(d) == EMPTY);
        } while (missing != 0 && (known == 0 || __ffs(missing) < __ffs(known)));

        // TODO: put together what the lanes up to the nearest prefix have, the highest lane's
        //       first, and `total` after it.
        if (known != 0) return total;
    }
}

template <int BLOCK>
__global__ void non_commutative(const int* input, int* output, long long n, Descriptor* descriptors,
                                unsigned* tickets) {
    constexpr int WARPS = BLOCK / WARP;
    __shared__ unsigned ticket;
    __shared__ Map warp_prefixes[WARPS];
    const int warp = threadIdx.x / WARP;
    const int lane = threadIdx.x % WARP;

    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    const long long tile = ticket;

    // Scan: every warp scans its rows, one after the other.
    const long long first = (tile * BLOCK + warp * WARP) * ROWS + lane;
    Map maps[ROWS], before_row = IDENTITY;
    for (int row = 0; row < ROWS; ++row) {
        const long long i = first + row * WARP;
        const Map scanned = warp_inclusive_scan(i < n ? static_cast<Map>(input[i]) : IDENTITY);
        maps[row] = compose(before_row, scanned);
        before_row = __shfl_sync(scanlab::all_lanes, maps[row], WARP - 1);
    }
    if (lane == 0) warp_prefixes[warp] = before_row;
    __syncthreads();

    // Look back.
    if (warp == 0) {
        const Map scanned = warp_inclusive_scan(lane < WARPS ? warp_prefixes[lane] : Map{IDENTITY});
        const Map aggregate = __shfl_sync(scanlab::all_lanes, scanned, WARPS - 1);
        if (lane == 0) publish(descriptors[tile], AGGREGATE, aggregate);
        const Map before_tile = look_back(descriptors, tile);
        if (lane == 0) publish(descriptors[tile], PREFIX, compose(before_tile, aggregate));
        const Map before_warp = exclusive(scanned);
        if (lane < WARPS) warp_prefixes[lane] = compose(before_tile, before_warp);
    }
    __syncthreads();

    for (int row = 0; row < ROWS; ++row) {
        const long long i = first + row * WARP;
        if (i < n) output[i] = static_cast<int>(compose(warp_prefixes[warp], maps[row]));
    }
}

template <int BLOCK>
struct NonCommutative {
    static constexpr int items_per_thread = ROWS;
    static constexpr auto arrangement = scanlab::Arrangement::warp_striped;
    static constexpr long long TILE = BLOCK * ROWS;

    static std::size_t workspace(long long n) {
        return static_cast<std::size_t>(scanlab::ceil_div(n, TILE) + 1) * sizeof(Descriptor);
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const long long tiles = scanlab::ceil_div(p.n, TILE);
        auto* descriptors = static_cast<Descriptor*>(p.workspace);
        cudaMemsetAsync(p.workspace, EMPTY, workspace(p.n), p.stream);
        non_commutative<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(
            p.input, p.output, p.n, descriptors, reinterpret_cast<unsigned*>(descriptors + tiles));
    }
};

SCANLAB_EXERCISE(non_commutative, NonCommutative);
