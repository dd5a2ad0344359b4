// A block scan from warp scans that adds a warp's own total to its elements: they count twice.
#include <scanlab/collectives.cuh>
#include <scanlab/lesson.hpp>

template <int BLOCK>
__global__ void warp_counted_twice(const int* input, int* output, long long n) {
    constexpr int WARP = scanlab::warp_size;
    constexpr int WARPS = BLOCK / WARP;
    __shared__ int warp_prefixes[WARPS];
    const int warp = threadIdx.x / WARP;
    const int lane = threadIdx.x % WARP;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;

    const int value = scanlab::warp_inclusive_scan(i < n ? input[i] : 0);
    if (lane == WARP - 1) warp_prefixes[warp] = value;
    __syncthreads();

    if (warp == 0) {
        const int total = lane < WARPS ? warp_prefixes[lane] : 0;
        const int scanned = scanlab::warp_inclusive_scan(total);
        if (lane < WARPS) warp_prefixes[lane] = scanned; // should be scanned - total
    }
    __syncthreads();

    if (i < n) output[i] = warp_prefixes[warp] + value;
}

template <int BLOCK>
struct WarpCountedTwice {
    static void launch(const scanlab::Problem& p) {
        warp_counted_twice<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<WarpCountedTwice>({.number = 4,
                                                   .name = "warp_counted_twice",
                                                   .title = "Warp shuffles with inclusive warp totals",
                                                   .scope = scanlab::Scope::block},
                                                  argc, argv);
}
