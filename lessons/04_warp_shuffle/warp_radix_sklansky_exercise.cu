// Challenge 04: Sklansky's scan on top of warp scans.
//
// A warp scan does the first five steps of Sklansky's scan at once: afterwards the groups of 32
// elements are scanned, and the groups of 64, 128 … are joined as in exercise 03.
//
// What it costs: 8 bytes per element; one barrier for each of the log2(TILE/32) steps that are left.
// (Sklansky, "Conditional-Sum Addition Logic", 1960.)
// Shared work: at most 130 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

constexpr int WARP = scanlab::warp_size; // 32
constexpr int ITEMS = 4;                 // elements per thread

template <int BLOCK>
__global__ void warp_radix_sklansky(const int* input, int* output, long long n) {
    constexpr int TILE = BLOCK * ITEMS;
    static_assert(TILE % WARP == 0, "a tile consists of whole rows");
    __shared__ int sums[TILE];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

    // Every warp scans rows of WARP elements while it loads them.
    for (int i = t; i < TILE; i += BLOCK) {
        const int value = start + i < n ? input[start + i] : 0;
        sums[i] = scanlab::warp_inclusive_scan(value);
    }

    // TODO: join groups of WARP, 2·WARP … elements. A step has TILE/2 additions: how many is
    //       that for a thread?

    for (int i = t; i < TILE; i += BLOCK)
        if (start + i < n) output[start + i] = sums[i];
}

template <int BLOCK>
struct WarpRadixSklansky {
    static constexpr int items_per_thread = ITEMS;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        warp_radix_sklansky<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK * ITEMS), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(warp_radix_sklansky, WarpRadixSklansky);
