// not allowed: a call of sprintf
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        char text[8]; sprintf(text, "%d", 1);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
