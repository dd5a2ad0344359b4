// Warm-up 13: the sum before a thread, without subtracting its own float. One line is missing.
//
//     ./scanlab check 13 --warm-up
#include <scanlab/exercise.hpp>

/// Each tile is scanned by itself, an element per thread.
template <int BLOCK>
__global__ void scan_tiles(const float* input, float* output, long long n) {
    constexpr int WARP = scanlab::warp_size;
    __shared__ float totals[BLOCK / WARP];
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const long long i = blockIdx.x * static_cast<long long>(BLOCK) + threadIdx.x;

    const float own = i < n ? input[i] : 0;
    float scanned = own;
    for (int distance = 1; distance < WARP; distance *= 2) {
        const float left = __shfl_up_sync(scanlab::all_lanes, scanned, distance);
        if (lane >= distance) scanned += left;
    }
    if (lane == WARP - 1) totals[warp] = scanned;
    __syncthreads();

    // scanned - own would round once more. The lane before already has the sum that is needed.
    float before = __shfl_up_sync(scanlab::all_lanes, scanned, 1);
    // TODO: which lane has no lane before it, and has received its own value instead?
    for (int w = 0; w < warp; ++w) before += totals[w];
    if (i < n) output[i] = before + own;
}

template <int BLOCK>
struct WarmUp {
    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        scan_tiles<BLOCK><<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(
            reinterpret_cast<const float*>(p.input), reinterpret_cast<float*>(p.output), p.n);
    }
};

SCANLAB_EXERCISE(warm_up_13, WarmUp);
