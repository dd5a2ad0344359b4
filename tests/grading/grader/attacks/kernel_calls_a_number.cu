// not allowed: a call of a function that is not the program
#include <scanlab/exercise.hpp>

__global__ void k(int* output) {
    auto* volatile f = reinterpret_cast<void (*)(int*)>(0x401000);
    f(output);
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
