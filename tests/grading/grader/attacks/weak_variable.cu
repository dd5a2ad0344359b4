// not allowed: the variable environ
#include <scanlab/exercise.hpp>

extern "C" __attribute__((weak)) char** environ;

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p; printf("%p", (void*)environ);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
