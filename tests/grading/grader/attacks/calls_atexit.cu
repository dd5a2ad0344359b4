// not allowed: a call of atexit
#include <scanlab/exercise.hpp>

void late() { printf("PASS"); }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        atexit(late);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
