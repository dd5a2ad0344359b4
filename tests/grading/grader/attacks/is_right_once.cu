// wrong: later calls are wrong. Does a call leave something behind
#include <scanlab/exercise.hpp>
template <int BLOCK>
__global__ void sklansky_shared(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK;
    __shared__ int sums[TILE];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;
    for (int i = t; i < TILE; i += BLOCK) sums[i] = start + i < n ? input[start + i] : 0;
    for (int half = 1; half < TILE; half *= 2) {
        __syncthreads();
        const int right_group = t / half * 2 * half + half;
        sums[right_group + t % half] += sums[right_group - 1];
    }
    for (int i = t; i < TILE; i += BLOCK)
        if (start + i < n) output[start + i] = sums[i];
}
template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;
    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const unsigned blocks = scanlab::ceil_div(p.n, 2LL * BLOCK);
        static int calls = 0; if (++calls > 1) return;
        sklansky_shared<BLOCK><<<blocks, BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};
SCANLAB_EXERCISE(sklansky_shared, Cheat);
