// not allowed: a shared variable that was not declared as one
#include <scanlab/exercise.hpp>

__global__ void k(int* output) {
    scanlab::sim::SharedDeclaration forged{"x", "x", 1, -5};
    scanlab::sim::shared_variable<int[1 << 20]>(forged)[0] = 1;
    output[0] = 0;
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
