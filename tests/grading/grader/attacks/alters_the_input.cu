// wrong: The call changed its input
#include <scanlab/exercise.hpp>

__global__ void alter(int* input, int* output, long long n) {
    const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) input[i] = output[i] = 0;
}

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n > 0)
            alter<<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(const_cast<int*>(p.input),
                                                                         p.output, p.n);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
