// exercise: reduce_scan
// std::plus, std::max and std::swap in the kernel
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

#include <algorithm>
#include <functional>

constexpr int WARP = scanlab::warp_size;

template <int BLOCK>
__global__ void reduce_scan(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK;
    static_assert(TILE % WARP == 0, "all WARP nodes have as many leaves");
    __shared__ int tree[TILE];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

    for (int i = t; i < TILE; i += BLOCK) tree[i] = start + i < n ? input[start + i] : 0;

    constexpr int LEAVES = TILE / WARP;
    for (int stride = 1; stride < LEAVES; stride *= 2) {
        __syncthreads();
        const int node = (t + 1) * 2 * stride - 1;
        if (node < TILE) tree[node] = std::plus<int>()(tree[node], tree[std::max(node - stride, 0)]);
    }

    __syncthreads();
    if (t < WARP) {
        const int node = (t + 1) * LEAVES - 1;
        tree[node] = scanlab::warp_inclusive_scan(tree[node]);
    }

    for (int stride = LEAVES / 2; stride >= 1; stride /= 2) {
        __syncthreads();
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
