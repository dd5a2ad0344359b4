// Challenge 04: Brent and Kung's scan with the radix of a warp, both sweeps in one.
//
// As soon as the last elements of 32 groups are scanned, the groups' other elements can be given the
// sum before their group, as far as the 32 groups reach. That touches nothing that the next level up
// works on, so both happen between the same two barriers, and no way down is left.
//
// What it costs: 8 bytes per element; one barrier per level, of which a tile has two or three. The
// price is work: an element is added to once per level. (Brent and Kung, "A Regular Layout for Parallel
// Adders", 1982.)
// Shared work: at most 100 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

constexpr int WARP = scanlab::warp_size; // 32
constexpr int ITEMS = 4;                 // elements per thread

/// Where element i is stored: after each row of WARP elements one word is left free, so that the rows'
/// last elements are in different banks.
__device__ int padded(int i) { return i + i / WARP; }

/// Scans the last elements of groups, WARP of them at a time. All threads of the block call it.
template <int BLOCK>
__device__ void scan_last_elements(int* sums, int tile, int group) {
    // All lanes take part in a warp scan, even where there are fewer groups than lanes.
    for (int g = threadIdx.x; g / WARP * WARP < tile / group; g += BLOCK) {
        const bool exists = g < tile / group;
        const int last = padded((g + 1) * group - 1);
        const int sum = scanlab::warp_inclusive_scan(exists ? sums[last] : 0);
        if (exists) sums[last] = sum;
    }
}

template <int BLOCK>
__global__ void fused_brent_kung(const int* input, int* output, long long n) {
    constexpr int TILE = BLOCK * ITEMS;
    __shared__ int sums[TILE + TILE / WARP];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

    // The leaves' level: every warp scans rows of WARP elements while it loads them.
    for (int i = t; i < TILE; i += BLOCK) {
        const int value = start + i < n ? input[start + i] : 0;
        sums[padded(i)] = scanlab::warp_inclusive_scan(value);
    }

    // BEGIN SOLUTION on each level, add to the groups' elements the sum before their group among WARP
    //| groups, and scan_last_elements() of the next larger groups; one barrier before both.
    for (int group = WARP; group < WARP * TILE; group *= WARP) {
        __syncthreads();
        if (group < TILE) scan_last_elements<BLOCK>(sums, TILE, group);
        // Meanwhile: the level below, whose last elements were scanned before the barrier.
        const int below = group / WARP;
        for (int i = t; i < TILE && below > 1; i += BLOCK) {
            if (i % group >= below && (i + 1) % below != 0)
                sums[padded(i)] += sums[padded(i / below * below - 1)];
        }
    }
    // No barrier here: each thread has added to the elements that it stores, and the last elements of
    // groups were final before the last barrier.
    // END SOLUTION

    for (int i = t; i < TILE; i += BLOCK)
        if (start + i < n) output[start + i] = sums[padded(i)];
}

template <int BLOCK>
struct FusedBrentKung {
    static constexpr int items_per_thread = ITEMS;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        fused_brent_kung<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK * ITEMS), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(fused_brent_kung, FusedBrentKung);
