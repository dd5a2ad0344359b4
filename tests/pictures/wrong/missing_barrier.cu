// Hillis-Steele in one array without the barrier between reading and writing: a race.
#include <scanlab/lesson.hpp>

template <int BLOCK>
__global__ void missing_barrier(const int* input, int* output, long long n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + t;

    sums[t] = i < n ? input[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        if (t >= distance) sums[t] += sums[t - distance];
        __syncthreads();
    }
    if (i < n) output[i] = sums[t];
}

template <int BLOCK>
struct MissingBarrier {
    static void launch(const scanlab::Problem& p) {
        missing_barrier<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<MissingBarrier>({.number = 2,
                                                 .name = "missing_barrier",
                                                 .title = "Hillis-Steele with a barrier missing",
                                                 .scope = scanlab::Scope::block},
                                                argc, argv);
}
