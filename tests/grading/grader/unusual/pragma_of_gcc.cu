// exercise: warp_radix_serial
// #pragma GCC unroll and #pragma unroll with a number
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

constexpr int WARP = scanlab::warp_size;
constexpr int ITEMS = 4;

template <int BLOCK>
__global__ void warp_radix_serial(const int* input, int* output, long long n) {
    constexpr int TILE = BLOCK * ITEMS;
    static_assert(TILE % WARP == 0, "a tile consists of whole rows");
    __shared__ int sums[TILE];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

#pragma unroll 2
    for (int i = t; i < TILE; i += BLOCK) sums[i] = start + i < n ? input[start + i] : 0;
    __syncthreads();

    if (t < WARP) {
        int carry = 0;
#pragma GCC unroll 4
        for (int row = 0; row < TILE; row += WARP) {
            const int sum = carry + scanlab::warp_inclusive_scan(sums[row + t]);
            sums[row + t] = sum;
            carry = __shfl_sync(scanlab::all_lanes, sum, WARP - 1);
        }
    }

    __syncthreads();
    for (int i = t; i < TILE; i += BLOCK)
        if (start + i < n) output[start + i] = sums[i];
}

template <int BLOCK>
struct WarpRadixSerial {
    static constexpr int items_per_thread = ITEMS;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        warp_radix_serial<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK * ITEMS), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(warp_radix_serial, WarpRadixSerial);
