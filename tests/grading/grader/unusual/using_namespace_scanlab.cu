// exercise: raking
// using namespace scanlab
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

using namespace scanlab;

constexpr int WARP = scanlab::warp_size;

__host__ __device__ constexpr int place(int i) {
    i += i / WARP;
    return i;
}

template <int BLOCK>
__global__ void raking(const int* input, int* output, long long n) {
    static_assert(BLOCK % WARP == 0, "all lanes' runs have the same length");
    __shared__ int sums[place(BLOCK)];
    const int t = threadIdx.x;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + t;

    sums[place(t)] = i < n ? input[i] : 0;
    __syncthreads();

    constexpr int RUN = BLOCK / WARP;
    if (t < WARP) {
        int total = 0;
        for (int k = t * RUN; k < (t + 1) * RUN; ++k) total += sums[place(k)];
        int sum = warp_inclusive_scan(total) - total;
        for (int k = t * RUN; k < (t + 1) * RUN; ++k) sums[place(k)] = sum += sums[place(k)];
    }

    __syncthreads();
    if (i < n) output[i] = sums[place(t)];
}

template <int BLOCK>
struct Raking {
    static void launch(const Problem& p) {
        if (p.n == 0) return;
        raking<BLOCK><<<ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(raking, Raking);
