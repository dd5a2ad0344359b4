// not allowed: the address of exit
#include <scanlab/exercise.hpp>

void (*const table[])(int) = {exit};

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        table[0](0);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
