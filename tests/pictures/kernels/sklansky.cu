// Sklansky's scan: log2(n) steps, n/2 additions in each.
#include <scanlab/lesson.hpp>

template <int BLOCK>
__global__ void sklansky(const int* input, int* output, long long n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    sums[t] = t < n ? input[t] : 0;
    for (int half = 1; half < BLOCK; half *= 2) {
        __syncthreads();
        // Every right half of a group adds the last element of the left one, which stays as it is.
        if ((t & half) != 0) sums[t] += sums[(t / half) * half - 1];
    }
    __syncthreads();
    if (t < n) output[t] = sums[t];
}

template <int BLOCK>
struct Sklansky {
    static void launch(const scanlab::Problem& p) {
        sklansky<BLOCK><<<1, BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<Sklansky>(
        {.number = 1, .name = "sklansky", .title = "Sklansky", .scope = scanlab::Scope::block}, argc,
        argv);
}
