// Double-buffered Hillis-Steele whose barrier only some threads reach: the sums are right by luck.
#include <scanlab/lesson.hpp>

template <int BLOCK>
__global__ void barrier_in_branch(const int* input, int* output, long long n) {
    __shared__ int sums[2][BLOCK];
    const int t = threadIdx.x;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + t;

    int from = 0;
    sums[from][t] = i < n ? input[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        sums[1 - from][t] = sums[from][t];
        if (t >= distance) {
            sums[1 - from][t] += sums[from][t - distance];
            __syncthreads(); // the threads on the left never come here
        }
        from = 1 - from;
    }
    if (i < n) output[i] = sums[from][t];
}

template <int BLOCK>
struct BarrierInBranch {
    static void launch(const scanlab::Problem& p) {
        barrier_in_branch<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<BarrierInBranch>({.number = 3,
                                                  .name = "barrier_in_branch",
                                                  .title = "Double buffer with a barrier in a branch",
                                                  .scope = scanlab::Scope::block},
                                                 argc, argv);
}
