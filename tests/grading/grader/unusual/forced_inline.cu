// exercise: fused_brent_kung
// __forceinline__, __noinline__ and attributes of C++
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

constexpr int WARP = scanlab::warp_size;
constexpr int ITEMS = 4;

[[nodiscard]] __host__ __device__ __forceinline__ constexpr int padded(int i) { return i + i / WARP; }

template <int BLOCK>
__device__ __noinline__ void scan_last_elements(int* sums, int tile, int group) {
    for (int g = threadIdx.x; g / WARP * WARP < tile / group; g += BLOCK) {
        const bool exists = g < tile / group;
        const int last = padded((g + 1) * group - 1);
        const int sum = scanlab::warp_inclusive_scan(exists ? sums[last] : 0);
        if (exists) sums[last] = sum;
    }
}

template <int BLOCK>
__global__ void fused_brent_kung(const int* input, int* output, long long n) {
    constexpr int TILE = BLOCK * ITEMS;
    __shared__ int sums[TILE + TILE / WARP];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

    for (int i = t; i < TILE; i += BLOCK) {
        const int value = start + i < n ? input[start + i] : 0;
        sums[padded(i)] = scanlab::warp_inclusive_scan(value);
    }

    for (int group = WARP; group < WARP * TILE; group *= WARP) {
        __syncthreads();
        if (group < TILE) scan_last_elements<BLOCK>(sums, TILE, group);
        const int below = group / WARP;
        for (int i = t; i < TILE && below > 1; i += BLOCK) {
            if (i % group >= below && (i + 1) % below != 0)
                sums[padded(i)] += sums[padded(i / below * below - 1)];
        }
    }

    for (int i = t; i < TILE; i += BLOCK)
        if (start + i < n) output[start + i] = sums[padded(i)];
}

template <int BLOCK>
struct FusedBrentKung {
    static constexpr int items_per_thread = ITEMS;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        fused_brent_kung<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK * ITEMS), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(fused_brent_kung, FusedBrentKung);
