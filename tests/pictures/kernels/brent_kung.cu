// Brent and Kung's scan: up and down a tree, with few additions.
#include <scanlab/lesson.hpp>

template <int BLOCK>
__global__ void brent_kung(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK;
    __shared__ int sums[TILE];
    const int t = threadIdx.x;
    for (int i = t; i < TILE; i += BLOCK) sums[i] = i < n ? input[i] : 0;
    for (int stride = 1; stride < TILE; stride *= 2) {
        __syncthreads();
        const int node = (t + 1) * 2 * stride - 1;
        if (node < TILE) sums[node] += sums[node - stride];
    }
    for (int stride = TILE / 4; stride >= 1; stride /= 2) {
        __syncthreads();
        const int node = (t + 1) * 2 * stride - 1;
        if (node + stride < TILE) sums[node + stride] += sums[node];
    }
    __syncthreads();
    for (int i = t; i < n; i += BLOCK) output[i] = sums[i];
}

template <int BLOCK>
struct BrentKung {
    static constexpr int items_per_thread = 2;
    static void launch(const scanlab::Problem& p) {
        brent_kung<BLOCK><<<1, BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<BrentKung>(
        {.number = 1, .name = "brent_kung", .title = "Brent-Kung", .scope = scanlab::Scope::block},
        argc, argv);
}
