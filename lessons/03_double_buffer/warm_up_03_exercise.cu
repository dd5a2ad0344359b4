// Warm-up 03: each step reads one buffer and writes the other. One line is missing.
//
//     ./scanlab check 03 --warm-up
#include <scanlab/exercise.hpp>

template <int BLOCK>
__global__ void scan_tiles(const int* input, int* output, long long n) {
    __shared__ int buffers[2][BLOCK];
    const int t = threadIdx.x;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + t;

    buffers[0][t] = i < n ? input[i] : 0;
    __syncthreads();

    int current = 0; // the buffer that holds the sums so far
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int* from = buffers[current];
        int* to = buffers[1 - current];
        to[t] = t >= distance ? from[t] + from[t - distance] : from[t];
        __syncthreads();
        // TODO: where does the next step find these sums?
    }

    if (i < n) output[i] = buffers[current][t];
}

template <int BLOCK>
struct WarmUp {
    static void launch(const scanlab::Problem& p) {
        scan_tiles<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(warm_up_03, WarmUp);
