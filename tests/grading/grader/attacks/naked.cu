// not allowed: naked
#include <scanlab/exercise.hpp>

__attribute__((naked)) void nothing() { asm("ret"); }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        nothing(); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
