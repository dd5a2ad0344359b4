// not allowed: line 4: inline assembly|line 5: inline assembly
#include <scanlab/exercise.hpp>

void f() { as\
m volatile("nop"); }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        f(); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
