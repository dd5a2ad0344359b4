// exercise: warp_radix_sklansky
// tiles of cooperative groups shuffle; a lambda per row; __device__ constants; a static_for
#include <cooperative_groups.h>
#include <scanlab/exercise.hpp>
namespace cg = cooperative_groups;
template <int I, int N, class F>
__device__ constexpr void static_for(F&& f) {
    if constexpr (I < N) {
        f(std::integral_constant<int, I>{});
        static_for<I + 1, N>(static_cast<F&&>(f));
    }
}
template <int BLOCK>
__global__ void k(const int* in, int* out, long long n) {
    constexpr int TILE = BLOCK * 4;
    __shared__ int s[TILE];
    cg::thread_block cta = cg::this_thread_block();
    cg::thread_block_tile<32> w = cg::tiled_partition<32>(cta);
    const int t = cta.thread_rank();
    const long long base = (long long)cta.group_index().x * TILE;
    static_for<0, 4>([&](auto r) {
        const int i = t + r.value * BLOCK;
        int v = base + i < n ? in[base + i] : 0;
        for (int d = 1; d < w.size(); d += d) {
            const int u = w.shfl_up(v, d);
            v += w.thread_rank() >= d ? u : 0;
        }
        s[i] = v;
    });
    for (int h = 32; h < TILE; h += h) {
        cta.sync();
        for (int i = t; i < TILE / 2; i += cta.size()) {
            const int g = (i & ~(h - 1)) * 2 + h;
            s[g + (i & (h - 1))] += s[g - 1];
        }
    }
    static_for<0, 4>([&](auto r) {
        const int i = t + r.value * BLOCK;
        if (base + i < n) out[base + i] = s[i];
    });
}
template <int BLOCK>
struct S {
    static constexpr int items_per_thread = 4;
    static constexpr auto arrangement = scanlab::Arrangement::striped;
    static void launch(const scanlab::Problem& p) {
        if (p.n)
            k<BLOCK>
                <<<(p.n + BLOCK * 4 - 1) / (BLOCK * 4), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};
SCANLAB_EXERCISE(warp_radix_sklansky, S);
