// Challenge 04: Brent and Kung's scan with the radix of a warp.
//
// A tree whose nodes have 32 children, not two: a warp scan is a node. On the way up, rows of 32
// elements are scanned, then the last elements of 32 rows, and so on. On the way down, every element
// that is not the last of its group gets the sum before the group.
//
// What it costs: 8 bytes per element; one barrier per direction and level above the rows, of which
// there are one or two. The last elements of the rows are 32 apart, all in one bank, unless a gap
// follows every row. (Brent and Kung, "A Regular Layout for Parallel Adders", 1982.) Shared work: at
// most 100 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

constexpr int WARP = scanlab::warp_size; // 32
constexpr int ITEMS = 4;                 // elements per thread

/// Where element i is stored: after each row of WARP elements one word is left free.
__device__ int padded(int i) { return i + i / WARP; }

template <int BLOCK>
__global__ void brent_kung_warps(const int* input, int* output, long long n) {
    constexpr int TILE = BLOCK * ITEMS;
    __shared__ int sums[TILE + TILE / WARP];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

    // The leaves' level: every warp scans rows of WARP elements while it loads them.
    for (int i = t; i < TILE; i += BLOCK) {
        const int value = start + i < n ? input[start + i] : 0;
        sums[padded(i)] = scanlab::warp_inclusive_scan(value);
    }

    // TODO: up: scan the last elements of groups of WARP, then of WARP·WARP … elements,
    //       WARP of them at a time. Down: add to the groups' other elements the sum before their group.

    for (int i = t; i < TILE; i += BLOCK)
        if (start + i < n) output[start + i] = sums[padded(i)];
}

template <int BLOCK>
struct BrentKungWarps {
    static constexpr int items_per_thread = ITEMS;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        brent_kung_warps<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK * ITEMS), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(brent_kung_warps, BrentKungWarps);
