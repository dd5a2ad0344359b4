// Warm-up 09: one block keeps, in order, the elements that are not zero. One line is wrong.
//
//     ./scanlab check 09 --warm-up
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

template <int BLOCK>
__global__ void compact(const int* input, int* output, long long* kept, long long n) {
    __shared__ int kept_of_tile;
    long long so_far = 0; // kept in the tiles before
    for (long long start = 0; start < n; start += BLOCK) {
        const long long i = start + threadIdx.x;
        const int flag = i < n && input[i] != 0;
        const int before = scanlab::block_exclusive_scan<BLOCK>(flag); // kept before i, in this tile

        // BEGIN SOLUTION where does the first element that is kept go?
        //> if (flag) output[so_far + before + flag] = input[i];
        if (flag) output[so_far + before] = input[i];
        // END SOLUTION

        if (threadIdx.x == BLOCK - 1) kept_of_tile = before + flag;
        __syncthreads();
        so_far += kept_of_tile;
        __syncthreads(); // all have read it before the next tile overwrites it
    }
    if (threadIdx.x == 0) *kept = so_far;
}

template <int BLOCK>
struct WarmUp {
    static void launch(const scanlab::Problem& p) {
        compact<BLOCK><<<1, BLOCK, 0, p.stream>>>(p.input, p.output, p.kept, p.n);
    }
};

SCANLAB_EXERCISE(warm_up_09, WarmUp);
