// not allowed: a call of getenv
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        printf("%s", getenv("HOME"));
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
