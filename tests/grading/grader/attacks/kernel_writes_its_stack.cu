// wrong: outside a variable of its own
#include <scanlab/exercise.hpp>

__global__ void k(int* output) {
    long here[1]; long* volatile at = here;
    for (int i = 0; i < 64; ++i) at[i] = reinterpret_cast<long>(output);
}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        k<<<1, 1, 0, p.stream>>>(p.output);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
