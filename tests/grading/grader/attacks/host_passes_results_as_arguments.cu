// wrong: The host reads device memory, which it cannot reach
#include <scanlab/exercise.hpp>

__global__ void fill(int* output, int value, long long i) { output[i] = value; }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        int sum = 0;
        for (long long i = 0; i < p.n; ++i) fill<<<1, 1, 0, p.stream>>>(p.output, sum += p.input[i], i);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
