// wrong: |not allowed
#include <scanlab/exercise.hpp>

__global__ void k(int* output) { output[0] = reinterpret_cast<const int*>(&threadIdx)[4000]; }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        k<<<1, 1, 0, p.stream>>>(p.output);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
