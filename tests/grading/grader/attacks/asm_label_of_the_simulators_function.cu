// not allowed: a name that asm|which belongs to the simulator
#include <scanlab/exercise.hpp>

void f() asm("\001_ZN7scanlab3sim4laneEv");
void f() {}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        f(); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
