// not allowed: line 4: inline assembly
#include <scanlab/exercise.hpp>

__global__ void k() { __asm__ __volatile__("ud2"); }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        k<<<1, 1, 0, p.stream>>>();
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
