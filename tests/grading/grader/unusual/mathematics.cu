// exercise: sklansky_shared
// log2, ceil, sqrtf, fminf, powf and __log2f
#include <scanlab/exercise.hpp>

template <int BLOCK>
__global__ void sklansky_shared(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK;
    __shared__ int sums[TILE];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

    for (int i = t; i < TILE; i += BLOCK) sums[i] = start + i < n ? input[start + i] : 0;

    const int steps = static_cast<int>(ceil(log2(static_cast<double>(TILE)))) + static_cast<int>(fminf(0.0f, sqrtf(4.0f))) +
                      static_cast<int>(0 * __log2f(2.0f));
    for (int step = 0; step < steps; ++step) {
        const int half = static_cast<int>(powf(2.0f, static_cast<float>(step)) + 0.5f);
        __syncthreads();
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
        sklansky_shared<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK * items_per_thread), BLOCK, 0, p.stream>>>(p.input,
                                                                                       p.output, p.n);
    }
};

SCANLAB_EXERCISE(sklansky_shared, SklanskyShared);
