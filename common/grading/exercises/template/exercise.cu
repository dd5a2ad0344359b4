// NAME: write here what the exercise is about, in a few lines. Students see them.
#include <scanlab/exercise.hpp>

template <int BLOCK>
__global__ void NAME(const int* input, int* output, long long n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + t;
    sums[t] = i < n ? input[i] : 0;

    // BEGIN SOLUTION add the element at distance 1, 2, 4 … to the left.
    //| Which thread reads an element, and which one overwrites it? Separate them by barriers.
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        __syncthreads(); // all have written
        const int left = t >= distance ? sums[t - distance] : 0;
        __syncthreads(); // all have read
        sums[t] += left;
    }
    // END SOLUTION

    if (i < n) output[i] = sums[t];
}

template <int BLOCK>
struct Kernels {
    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        NAME<BLOCK><<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(NAME, Kernels);
