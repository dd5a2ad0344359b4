// Warm-up 06: Blelloch's tree, swept up and down again. One line is missing.
//
//     ./scanlab check 06 --warm-up
#include <scanlab/exercise.hpp>

/// The exclusive scan of each tile.
template <int BLOCK>
__global__ void scan_tiles(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK;
    __shared__ int tree[TILE];
    const int t = threadIdx.x;
    const long long first = static_cast<long long>(blockIdx.x) * TILE + 2 * t;

    tree[2 * t] = first < n ? input[first] : 0;
    tree[2 * t + 1] = first + 1 < n ? input[first + 1] : 0;

    for (int stride = 1; stride < TILE; stride *= 2) { // up: sums of ever more leaves
        __syncthreads();
        const int node = (t + 1) * 2 * stride - 1;
        if (node < TILE) tree[node] += tree[node - stride];
    }
    __syncthreads();
    // BEGIN SOLUTION the last node is the root, and holds the sum of all. What comes before the root?
    if (t == 0) tree[TILE - 1] = 0;
    // END SOLUTION
    for (int stride = TILE / 2; stride >= 1; stride /= 2) { // down: what comes before each node
        __syncthreads();
        const int node = (t + 1) * 2 * stride - 1;
        if (node < TILE) {
            const int left_sum = tree[node - stride];
            tree[node - stride] = tree[node];
            tree[node] += left_sum;
        }
    }

    __syncthreads();
    if (first < n) output[first] = tree[2 * t];
    if (first + 1 < n) output[first + 1] = tree[2 * t + 1];
}

template <int BLOCK>
struct WarmUp {
    static constexpr int items_per_thread = 2;

    static void launch(const scanlab::Problem& p) {
        scan_tiles<BLOCK>
            <<<scanlab::ceil_div(p.n, 2 * BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(warm_up_06, WarmUp);
