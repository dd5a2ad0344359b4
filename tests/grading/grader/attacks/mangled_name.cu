// not allowed: a call of scanlab::sim::reset_cost
#include <scanlab/exercise.hpp>

extern "C" void _ZN7scanlab3sim10reset_costEv();

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        _ZN7scanlab3sim10reset_costEv();
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
