// Exercise 06: Brent and Kung's scan: inclusive, and nothing is swapped.
//
// The up-sweep is Blelloch's. Nodes that begin at the tile's left end are final after it. So the way
// down needs neither a zero at the root nor a swap: a final node of one level is added to the node of
// half its size on its right, which is then final, too.
//
// What it costs: 8 bytes per element; one step less than Blelloch and fewer additions, 2·TILE at most;
// one barrier per step, and one before the sums are stored. (Brent and Kung, "A Regular Layout for
// Parallel Adders", 1982.)
// Shared work: at most 125 steps per thread (accesses, barriers, shuffles) for 65536 elements.
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
    for (int stride = 1; stride < TILE; stride *= 2) {
        __syncthreads(); // the children's sums are there
        const int node = (t + 1) * 2 * stride - 1;
        if (node < TILE) tree[node] += tree[node - stride];
    }

    // BEGIN SOLUTION down-sweep: which nodes are not final yet, and what is missing in them?
    // To the left of a left child of `stride` leaves ends a right child, which the step before has made
    // final.
    for (int stride = TILE / 4; stride >= 1; stride /= 2) {
        __syncthreads(); // the level above is final
        const int node = (t + 1) * 2 * stride + stride - 1;
        if (node < TILE) tree[node] += tree[node - stride];
    }
    // END SOLUTION

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
