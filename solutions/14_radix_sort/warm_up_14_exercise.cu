// Warm-up 14: one block sorts a tile by 32 splits, from the lowest bit to the highest. One line is
// wrong.
//
//     ./scanlab check 14 --warm-up
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

/// Sorts up to BLOCK keys.
template <int BLOCK>
__global__ void sort(const int* input, int* output, long long n) {
    __shared__ int keys[BLOCK];
    __shared__ int zeros; // how many keys of this split have a 0
    const int t = threadIdx.x;
    int key = t < n ? input[t] : 0x7fffffff; // missing keys come last
    for (int bit = 0; bit < 32; ++bit) {
        const unsigned ordered = static_cast<unsigned>(key) ^ 0x80000000; // negative keys come first
        const int one = static_cast<int>((ordered >> bit) % 2);
        const int ones_before = scanlab::block_exclusive_scan<BLOCK>(one);
        if (t == BLOCK - 1) zeros = BLOCK - ones_before - one;
        __syncthreads();

        // BEGIN SOLUTION each key gets a different place, but is this split stable?
        //> const int place = one ? BLOCK - 1 - ones_before : t - ones_before;
        const int place = one ? zeros + ones_before : t - ones_before;
        // END SOLUTION

        keys[place] = key;
        __syncthreads();
        key = keys[t];
    }
    if (t < n) output[t] = key;
}

template <int BLOCK>
struct WarmUp {
    static void launch(const scanlab::Problem& p) {
        sort<BLOCK><<<1, BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(warm_up_14, WarmUp);
