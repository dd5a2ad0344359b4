// says: the simulator says +[a-z_.]*:[0-9]+: race-shared: .*place
// The pointer is read before it is written, or while: that it leads nowhere is only what follows.
#include <scanlab/exercise.hpp>

template <int BLOCK>
__global__ void sklansky_shared(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK;
    __shared__ int sums[TILE];
    __shared__ int* place;
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

    if (threadIdx.x == 0) place = sums;
    // Thread t owns elements t and t + BLOCK: neighbouring threads load neighbouring elements.
    for (int i = t; i < TILE; i += BLOCK) place[i] = start + i < n ? input[start + i] : 0;

    for (int half = 1; half < TILE; half *= 2) {
        __syncthreads(); // the groups of `half` elements are scanned
        const int right_group = t / half * 2 * half + half;
        sums[right_group + t % half] += sums[right_group - 1];
    }
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
