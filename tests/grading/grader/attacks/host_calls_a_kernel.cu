// wrong: calls the kernel `sklansky_shared` like a function
#include <scanlab/exercise.hpp>

template <int BLOCK>
__global__ void sklansky_shared(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK;
    __shared__ int sums[TILE];
    for (long long i = 0; i < n; ++i) {
        sums[i % TILE] = input[i] + (i % TILE == 0 ? 0 : sums[i % TILE - 1]);
        output[i] = sums[i % TILE];
    }
}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) { sklansky_shared<BLOCK>(p.input, p.output, p.n); }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
