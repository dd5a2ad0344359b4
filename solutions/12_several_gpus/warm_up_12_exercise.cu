// Warm-up 12: slices, with blocks in place of GPUs. Sum slices, then scan each. One line is missing.
//
//     ./scanlab check 12 --warm-up
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

constexpr int SLICES = 4;

template <int BLOCK>
__global__ void reduce_slices(const int* input, int* sums, long long n) {
    const long long size = (n + SLICES - 1) / SLICES, begin = blockIdx.x * size;
    const long long end = begin + size < n ? begin + size : n;
    int sum = 0;
    for (long long i = begin + threadIdx.x; i < end; i += BLOCK) sum += input[i];
    const int before = scanlab::block_exclusive_scan<BLOCK>(sum);
    if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = before + sum;
}

template <int BLOCK>
__global__ void scan_slices(const int* input, int* output, const int* sums, long long n) {
    __shared__ int total; // of BLOCK elements
    const long long size = (n + SLICES - 1) / SLICES, begin = blockIdx.x * size;
    const long long end = begin + size < n ? begin + size : n;
    int carry = 0; // the sum of all elements before
    // BEGIN SOLUTION which sums come before this slice?
    for (int slice = 0; slice < static_cast<int>(blockIdx.x); ++slice) carry += sums[slice];
    // END SOLUTION
    for (long long first = begin; first < end; first += BLOCK) {
        const long long i = first + threadIdx.x;
        const int own = i < end ? input[i] : 0;
        const int before = scanlab::block_exclusive_scan<BLOCK>(own);
        if (i < end) output[i] = carry + before + own;
        if (threadIdx.x == BLOCK - 1) total = before + own;
        __syncthreads();
        carry += total;
        __syncthreads();
    }
}

template <int BLOCK>
struct WarmUp {
    static std::size_t workspace(long long) { return SLICES * sizeof(int); }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        auto* const sums = static_cast<int*>(p.workspace);
        reduce_slices<BLOCK><<<SLICES, BLOCK, 0, p.stream>>>(p.input, sums, p.n);
        scan_slices<BLOCK><<<SLICES, BLOCK, 0, p.stream>>>(p.input, p.output, sums, p.n);
    }
};

SCANLAB_EXERCISE(warm_up_12, WarmUp);
