// says: thread_steps <= 80`.* sklansky_shared_exercise.cu:[0-9]+: [0-9]+ of [0-9]+ steps of a warp [0-9]+ \| if \(t == 0\) for
// A thread scans the tile: the costs name its loop first.
#include <scanlab/exercise.hpp>

template <int BLOCK>
__global__ void sklansky_shared(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK;
    __shared__ int sums[TILE];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

    // Thread t owns elements t and t + BLOCK: neighbouring threads load neighbouring elements.
    for (int i = t; i < TILE; i += BLOCK) sums[i] = start + i < n ? input[start + i] : 0;

    __syncthreads();
    if (t == 0) for (int i = 1; i < TILE; ++i) sums[i] += sums[i - 1];
    __syncthreads();
    // No barrier here: the last step wrote the right half, each thread the element that it stores,
    // and the left half was complete when that step began.

    for (int i = t; i < TILE; i += BLOCK)
        if (start + i < n) output[start + i] = sums[i];
}

template <int BLOCK>
struct SklanskyShared {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        sklansky_shared<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK * items_per_thread), BLOCK, 0, p.stream>>>(p.input,
                                                                                       p.output, p.n);
    }
};

SCANLAB_EXERCISE(sklansky_shared, SklanskyShared);
