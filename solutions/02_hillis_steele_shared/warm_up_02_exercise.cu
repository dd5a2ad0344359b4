// Warm-up 02: each block scans its tile in shared memory. One line is missing.
//
//     ./scanlab check 02 --warm-up
#include <scanlab/exercise.hpp>

template <int BLOCK>
__global__ void scan_tiles(const int* input, int* output, long long n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + t;

    sums[t] = i < n ? input[i] : 0;
    // BEGIN SOLUTION in the loop a thread reads an element that another one loads. Is it there?
    __syncthreads();
    // END SOLUTION

    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int left = t >= distance ? sums[t - distance] : 0;
        __syncthreads();
        sums[t] += left;
        __syncthreads();
    }

    if (i < n) output[i] = sums[t];
}

template <int BLOCK>
struct WarmUp {
    static void launch(const scanlab::Problem& p) {
        scan_tiles<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(warm_up_02, WarmUp);
