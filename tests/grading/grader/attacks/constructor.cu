// not allowed: line 4: code that runs when the program is loaded
#include <scanlab/exercise.hpp>

__attribute__((constructor)) void early() { exit(0); }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
