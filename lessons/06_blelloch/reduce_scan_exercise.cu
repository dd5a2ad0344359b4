// Challenge 06: reduce, scan the few, sweep down.
//
// Near the root of a tree there are many steps in which hardly any thread has work. So the up-sweep
// stops as soon as a warp's worth of nodes is left; a warp scan finishes these in registers, without a
// barrier; and the way down begins there.
//
// What it costs: 8 bytes per element; 2·log2(TILE/32) steps of one barrier, and the warp scan, where
// Brent and Kung's scan takes 2·log2(TILE) - 1 steps. (Harris and Garland, "Optimizing Parallel Prefix
// Operations for the Fermi Architecture", 2012.)
// Shared work: at most 90 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

constexpr int WARP = scanlab::warp_size; // 32

template <int BLOCK>
__global__ void reduce_scan(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK;
    static_assert(TILE % WARP == 0, "all WARP nodes have as many leaves");
    __shared__ int tree[TILE];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

    for (int i = t; i < TILE; i += BLOCK) tree[i] = start + i < n ? input[start + i] : 0;

    // TODO: reduce: an up-sweep that stops when WARP nodes are left; scan these with
    //       scanlab::warp_inclusive_scan(); then sweep down, as Brent and Kung do.

    __syncthreads();
    for (int i = t; i < TILE; i += BLOCK)
        if (start + i < n) output[start + i] = tree[i];
}

template <int BLOCK>
struct ReduceScan {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        reduce_scan<BLOCK><<<scanlab::ceil_div(p.n, BLOCK * items_per_thread), BLOCK, 0, p.stream>>>(
            p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(reduce_scan, ReduceScan);
