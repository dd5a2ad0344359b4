// exercise: sklansky_shared
// a launch is configured by what a tuple holds, and its arguments are bindings of the problem
#include <scanlab/exercise.hpp>
#include <tuple>
#include <utility>
template <int BLOCK>
__global__ void sklansky_shared(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK;
    __shared__ int sums[TILE];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;
    for (int i = t; i < TILE; i += BLOCK) sums[i] = start + i < n ? input[start + i] : 0;
    for (int half = 1; half < TILE; half *= 2) {
        __syncthreads();
        const int right_group = t / half * 2 * half + half;
        sums[right_group + t % half] += sums[right_group - 1];
    }
    for (int i = t; i < TILE; i += BLOCK)
        if (start + i < n) output[start + i] = sums[i];
}
template <int BLOCK>
struct S {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;
    static auto configuration(long long n) {
        return std::tuple(static_cast<unsigned>((n + 2 * BLOCK - 1) / (2 * BLOCK)), dim3(BLOCK),
                          std::size_t{0});
    }
    static void launch(const scanlab::Problem& p) {
        const auto [grid, block, bytes] = configuration(p.n);
        const auto& [input, output, n, a, b, stream, c, d, e] = p;
        int one = 1;
        if (grid == 0) return;
        sklansky_shared<BLOCK><<<grid * one, block, bytes, stream>>>(input, output, n);
    }
};
SCANLAB_EXERCISE(sklansky_shared, S);
