// exercise: warp_radix_serial
// reinterpret_cast<int4*>(p) = make_int4(…)
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

constexpr int WARP = scanlab::warp_size;
constexpr int ITEMS = 4;

template <int BLOCK>
__global__ void warp_radix_serial(const int* input, int* output, long long n) {
    constexpr int TILE = BLOCK * ITEMS;
    static_assert(TILE % WARP == 0, "a tile consists of whole rows");
    __shared__ __align__(16) int sums[TILE];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

    for (int i = t; i < TILE; i += BLOCK) sums[i] = start + i < n ? input[start + i] : 0;
    __syncthreads();

    if (t < WARP) {
        int carry = 0;
        for (int row = 0; row < TILE; row += WARP) {
            const int sum = carry + scanlab::warp_inclusive_scan(sums[row + t]);
            sums[row + t] = sum;
            carry = __shfl_sync(scanlab::all_lanes, sum, WARP - 1);
        }
    }

    __syncthreads();
    const long long first = start + t * ITEMS;
    const int4 v = *reinterpret_cast<const int4*>(sums + t * ITEMS);
    if (first + ITEMS <= n) {
        *reinterpret_cast<int4*>(output + first) = make_int4(v.x, v.y, v.z, v.w);
    } else {
        const int items[ITEMS] = {v.x, v.y, v.z, v.w};
        for (int k = 0; k < ITEMS && first + k < n; ++k) output[first + k] = items[k];
    }
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
