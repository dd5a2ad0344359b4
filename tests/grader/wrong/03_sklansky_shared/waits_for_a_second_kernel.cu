// fails: parallel
// One thread does all the work, and then waits for a kernel on another stream, which begins meanwhile:
// the steps of both count.
#include <scanlab/exercise.hpp>

__device__ volatile int second_has_run;

__global__ void walk(const int* input, int* output, long long n, long long tile) {
    for (long long begin = 0; begin < n; begin += tile) {
        int sum = 0;
        for (long long i = begin; i < begin + tile && i < n; ++i) output[i] = sum += input[i];
    }
    while (second_has_run == 0) {}
}
__global__ void second() { second_has_run = 1; }
__global__ void again() { second_has_run = 0; }

template <int BLOCK>
struct Walk {
    static constexpr int items_per_thread = 2;
    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        cudaStream_t other;
        cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
        walk<<<1, 1, 0, p.stream>>>(p.input, p.output, p.n, 2 * BLOCK);
        second<<<1, 1, 0, other>>>();
        cudaStreamSynchronize(p.stream);
        again<<<1, 1, 0, other>>>();
        cudaStreamSynchronize(other);
        cudaStreamDestroy(other);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Walk);
