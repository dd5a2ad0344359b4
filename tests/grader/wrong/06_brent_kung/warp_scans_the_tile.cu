// fails: parallel shared
// Right, but the first warp walks over the tile, as exercise 04 does.
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

template <int BLOCK>
__global__ void brent_kung(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK; // as many pairs of leaves as there are threads
    __shared__ int tree[TILE];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

    // Neighbouring threads load neighbouring elements.
    for (int i = t; i < TILE; i += BLOCK) tree[i] = start + i < n ? input[start + i] : 0;

    // Up-sweep: a node is stored where its rightmost leaf is, `stride` to the right of its left child.
    __syncthreads();
    if (t < scanlab::warp_size) {
        int carry = 0;
        for (int i = t; i < TILE; i += scanlab::warp_size) {
            tree[i] = carry + scanlab::warp_inclusive_scan(tree[i]);
            carry = __shfl_sync(scanlab::all_lanes, tree[i], scanlab::warp_size - 1);
        }
    }

    // A node of `stride` leaves that is a left child has to its left the end of a right one, which is
    // final since the step before.

    __syncthreads();
    for (int i = t; i < TILE; i += BLOCK)
        if (start + i < n) output[start + i] = tree[i];
}

template <int BLOCK>
struct BrentKung {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        brent_kung<BLOCK><<<scanlab::ceil_div(p.n, BLOCK * items_per_thread), BLOCK, 0, p.stream>>>(
            p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(brent_kung, BrentKung);
