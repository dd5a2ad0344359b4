// Warm-up 04: the lanes of a warp scan 32 values, without shared memory. One line is wrong.
//
//     ./scanlab check 04 --warm-up
#include <scanlab/exercise.hpp>

constexpr unsigned ALL_LANES = 0xffffffff;

__device__ int scan_warp(int value) {
    const int lane = threadIdx.x % 32;
    for (int distance = 1; distance < 32; distance *= 2) {
        // The value of the lane `distance` to the left; a lane that has none there gets its own.
        const int left = __shfl_up_sync(ALL_LANES, value, distance);
        // BEGIN SOLUTION not every lane has something to add.
        //> value += left;
        if (lane >= distance) value += left;
        // END SOLUTION
    }
    return value;
}

template <int BLOCK>
__global__ void scan_tiles(const int* input, int* output, long long n) {
    __shared__ int totals[BLOCK / 32];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;

    int sum = scan_warp(i < n ? input[i] : 0);
    if (lane == 31) totals[warp] = sum;
    __syncthreads();
    for (int before = 0; before < warp; ++before) sum += totals[before];
    if (i < n) output[i] = sum;
}

template <int BLOCK>
struct WarmUp {
    static void launch(const scanlab::Problem& p) {
        scan_tiles<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(warm_up_04, WarmUp);
