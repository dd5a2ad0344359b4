// Lesson 04: warp shuffles. The block's scan is built from scans of its warps.
//
// New since lesson 03: the 32 threads of a warp hand values to each other through registers, with
// __shfl_up_sync, which needs neither shared memory nor a block barrier. Each warp scans its elements,
// one warp scans the warps' totals, and every thread adds the total of the warps before its own.
//
// What it costs: 8 bytes per element; two barriers in all, whatever the block's size.
#include <scanlab/lesson.hpp>

constexpr int WARP = scanlab::warp_size; // 32
constexpr unsigned all_lanes = 0xffffffff;

/// The sum of `value` over the warp's lanes up to this one: Hillis-Steele, in registers.
__device__ int warp_inclusive_scan(int value) {
    const int lane = threadIdx.x % WARP;
    for (int distance = 1; distance < WARP; distance *= 2) {
        const int left = __shfl_up_sync(all_lanes, value, distance);
        if (lane >= distance) value += left; // the first lanes have no lane that far to the left
    }
    return value;
}

template <int BLOCK>
__global__ void warp_shuffle(const int* input, int* output, long long n) {
    constexpr int WARPS = (BLOCK + WARP - 1) / WARP;
    static_assert(WARPS <= WARP, "one warp has to be able to scan all the totals");
    __shared__ int warp_prefixes[WARPS];
    const int warp = threadIdx.x / WARP;
    const int lane = threadIdx.x % WARP;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;

    // Each warp scans its own elements; its last lane has the total.
    const int value = warp_inclusive_scan(i < n ? input[i] : 0);
    if (lane == WARP - 1) warp_prefixes[warp] = value;
    __syncthreads(); // the totals are there

    // The first warp turns the totals into the sums before each warp. All 32 lanes take part in the
    // shuffles, but only the first WARPS of them have a total.
    if (warp == 0) {
        const int total = lane < WARPS ? warp_prefixes[lane] : 0;
        const int scanned = warp_inclusive_scan(total);
        if (lane < WARPS) warp_prefixes[lane] = scanned - total;
    }
    __syncthreads(); // the prefixes are there

    if (i < n) output[i] = warp_prefixes[warp] + value;
}

template <int BLOCK>
struct WarpShuffle {
    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        warp_shuffle<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<WarpShuffle>({.number = 4,
                                              .name = "warp_shuffle",
                                              .title = "Warp shuffles, two barriers in all",
                                              .scope = scanlab::Scope::block},
                                             argc, argv);
}
