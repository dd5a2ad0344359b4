// fails: barriers
// Two barriers after the warp scan.
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

    // Reduce.
    constexpr int LEAVES = TILE / WARP; // of each of the WARP nodes where the up-sweep stops
    for (int stride = 1; stride < LEAVES; stride *= 2) {
        __syncthreads(); // the children's sums are there
        const int node = (t + 1) * 2 * stride - 1;
        if (node < TILE) tree[node] += tree[node - stride];
    }

    // Scan the few.
    __syncthreads(); // the nodes are there
    if (t < WARP) {
        const int node = (t + 1) * LEAVES - 1;
        tree[node] = scanlab::warp_inclusive_scan(tree[node]);
    }

    // Sweep down.
    __syncthreads();
    for (int stride = LEAVES / 2; stride >= 1; stride /= 2) {
        __syncthreads(); // the level above is final
        const int node = (t + 1) * 2 * stride + stride - 1;
        if (node < TILE) tree[node] += tree[node - stride];
    }

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
