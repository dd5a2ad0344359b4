// exercise: sklansky_shared
// copies of threadIdx and blockIdx, by value, by reference and through cooperative groups; an index function that takes a dim3
#include <scanlab/exercise.hpp>
#include <cooperative_groups.h>

__device__ long long linear(const dim3& block, const dim3 thread, dim3 size) { return static_cast<long long>(block.x) * size.x + thread.x; }

template <int BLOCK>
__global__ void sklansky_shared(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK;
    __shared__ int sums[TILE];
    const auto cta = cooperative_groups::this_thread_block();
    const dim3 thread = cta.thread_index(), group = cta.group_index(), size = cta.group_dim();
    const dim3 again = threadIdx;
    const auto& by_reference = blockIdx;
    const int t = static_cast<int>(thread.x);
    const long long start = 2 * (linear(group, again, size) - t);
    if (by_reference.x != group.x || linear(blockIdx, threadIdx, blockDim) - t != start / 2) return;

    for (int i = t; i < TILE; i += static_cast<int>(cta.dim_threads().x)) sums[i] = start + i < n ? input[start + i] : 0;
    for (int half = 1; half < TILE; half *= 2) {
        cta.sync();
        const int right_group = t / half * 2 * half + half;
        sums[right_group + t % half] += sums[right_group - 1];
    }
    for (int i = t; i < TILE; i += BLOCK)
        if (start + i < n) output[start + i] = sums[i];
}

template <int BLOCK>
struct SklanskyShared {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const dim3 grid = static_cast<unsigned>(scanlab::ceil_div(p.n, BLOCK * items_per_thread));
        sklansky_shared<BLOCK><<<grid, {BLOCK}, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(sklansky_shared, SklanskyShared);
