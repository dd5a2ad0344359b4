// not allowed: which belongs to the simulator
#include <scanlab/exercise.hpp>

int f(int x) asm("__scanlab_enter");
int f(int x) { return x; }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p; f(1);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
