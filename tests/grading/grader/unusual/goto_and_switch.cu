// exercise: block_serial
// goto and switch
#include <scanlab/exercise.hpp>

template <int BLOCK>
__device__ void scan_tile(int* sums) {
    const int t = threadIdx.x;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int left = t >= distance ? sums[t - distance] : 0;
        __syncthreads();
        sums[t] += left;
        __syncthreads();
    }
}

template <int BLOCK>
__global__ void block_serial(const int* input, int* output, long long n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    switch (threadIdx.x % 2) {
    case 0:
    case 1: goto begin;
    default: return;
    }
begin:
    int carry = 0;
    for (long long tile = 0; tile < n; tile += BLOCK) {
        const long long i = tile + t;
        sums[t] = i < n ? input[i] : 0;
        scan_tile<BLOCK>(sums);
        if (i < n) output[i] = carry + sums[t];
        carry += sums[BLOCK - 1];
        __syncthreads();
    }
}

template <int BLOCK>
struct BlockSerial {
    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        block_serial<BLOCK><<<1, BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(block_serial, BlockSerial);
