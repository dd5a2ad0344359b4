// Lesson 03: double buffering. The Hillis-Steele scan of lesson 02 with one barrier per step, not two.
//
// New since lesson 02: each step reads one buffer and writes the other. So no thread can overwrite a
// value that another still has to read, and no barrier is needed between reading and writing.
//
// What it costs: 8 bytes per element; one barrier for each of the log2(BLOCK) steps; two buffers.
#include <scanlab/lesson.hpp>

template <int BLOCK>
__global__ void double_buffer(const int* input, int* output, long long n) {
    __shared__ int buffers[2][BLOCK];
    const int t = threadIdx.x;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + t;

    buffers[0][t] = i < n ? input[i] : 0;
    __syncthreads();

    int current = 0; // the buffer that holds the sums so far
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int* from = buffers[current];
        int* to = buffers[1 - current];
        // Elements that no longer change have to be carried over too: the buffers swap as a whole.
        to[t] = t >= distance ? from[t] + from[t - distance] : from[t];
        __syncthreads(); // `to` is complete, and `from` is no longer read: they may swap
        current = 1 - current;
    }

    if (i < n) output[i] = buffers[current][t];
}

template <int BLOCK>
struct DoubleBuffer {
    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        double_buffer<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<DoubleBuffer>({.number = 3,
                                               .name = "double_buffer",
                                               .title = "Double buffer, one barrier per step",
                                               .scope = scanlab::Scope::block},
                                              argc, argv);
}
