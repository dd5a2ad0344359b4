// Warm-up 10: two blocks stay, taking tile after tile into the same shared memory. One line is missing.
//
//     ./scanlab check 10 --warm-up
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

/// Each tile is scanned by itself: first by warps, whose totals are then added up.
template <int BLOCK>
__global__ void scan_tiles(const int* input, int* output, long long n) {
    constexpr int WARP = scanlab::warp_size;
    __shared__ int totals[BLOCK / WARP];
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;

    const long long stride = static_cast<long long>(gridDim.x) * BLOCK;
    for (long long start = static_cast<long long>(blockIdx.x) * BLOCK; start < n; start += stride) {
        const long long i = start + threadIdx.x;
        int sum = scanlab::warp_inclusive_scan(i < n ? input[i] : 0);
        if (lane == WARP - 1) totals[warp] = sum;
        __syncthreads();
        for (int before = 0; before < warp; ++before) sum += totals[before];
        if (i < n) output[i] = sum;
        // TODO: in a moment the next round begins. Are all threads done with this one?
    }
}

template <int BLOCK>
struct WarmUp {
    static void launch(const scanlab::Problem& p) {
        scan_tiles<BLOCK><<<2, BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(warm_up_10, WarmUp);
