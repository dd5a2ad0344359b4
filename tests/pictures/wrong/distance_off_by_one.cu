// Hillis-Steele whose guard leaves out one thread a step: some prefixes do not begin at 0.
#include <scanlab/lesson.hpp>

template <int BLOCK>
__global__ void distance_off_by_one(const int* input, int* output, long long n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + t;

    sums[t] = i < n ? input[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int left = t > distance ? sums[t - distance] : 0; // should be >=
        __syncthreads();
        sums[t] += left;
        __syncthreads();
    }
    if (i < n) output[i] = sums[t];
}

template <int BLOCK>
struct DistanceOffByOne {
    static void launch(const scanlab::Problem& p) {
        distance_off_by_one<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<DistanceOffByOne>({.number = 2,
                                                   .name = "distance_off_by_one",
                                                   .title = "Hillis-Steele that leaves out element 0",
                                                   .scope = scanlab::Scope::block},
                                                  argc, argv);
}
