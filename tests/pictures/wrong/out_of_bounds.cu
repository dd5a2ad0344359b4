// A block that shifts its tile by one element, beyond the end of its shared array: the kernel is
// stopped.
#include <scanlab/lesson.hpp>

template <int BLOCK>
__global__ void out_of_bounds(const int* input, int* output) {
    __shared__ int shifted[BLOCK];
    const int t = threadIdx.x;
    if (t == 0) shifted[0] = 0;
    shifted[t + 1] = input[t];
    __syncthreads();
    output[t] = shifted[t];
}

template <int BLOCK>
struct OutOfBounds {
    static void launch(const scanlab::Problem& p) {
        out_of_bounds<BLOCK><<<1, BLOCK, 0, p.stream>>>(p.input, p.output);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<OutOfBounds>({.number = 1,
                                              .name = "out_of_bounds",
                                              .title = "An exclusive shift that goes too far",
                                              .scope = scanlab::Scope::block},
                                             argc, argv);
}
