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

    // BEGIN SOLUTION up: scan the last elements of groups of WARP, then of WARP·WARP … elements,
    //| WARP of them at a time. Down: add to the groups' other elements the sum before their group.
    int group = WARP; // elements that are scanned by themselves
    for (; group < TILE; group *= WARP) {
        __syncthreads(); // the groups are scanned
        // All lanes take part in a warp scan, even where there are fewer groups than lanes.
        for (int g = t; g - t % WARP < TILE / group; g += BLOCK) {
            const bool exists = g < TILE / group;
            const int last = padded((g + 1) * group - 1);
            const int sum = scanlab::warp_inclusive_scan(exists ? sums[last] : 0);
            if (exists) sums[last] = sum;
        }
    }
    for (group /= WARP; group >= WARP; group /= WARP) {
        __syncthreads(); // the groups' last elements are final
        // Of a group's elements those are next that end a group of the level below.
        const int below = group / WARP;
        for (int k = t; k < TILE / below; k += BLOCK) {
            const int i = (k + 1) * below - 1;
            if (i >= group && (i + 1) % group != 0)
                sums[padded(i)] += sums[padded(i / group * group - 1)];
        }
    }
    // No barrier here: on the lowest level each thread was at the elements that it stores.
    // END SOLUTION

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
