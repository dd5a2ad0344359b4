// not allowed: line 5: code that runs when the program is loaded
#include <scanlab/exercise.hpp>

int early() { return printf("PASS\n"); }
const int value = early();

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
