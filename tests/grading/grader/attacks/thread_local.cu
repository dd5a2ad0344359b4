// not allowed: the thread_local variable
#include <scanlab/exercise.hpp>

thread_local int calls = 0;

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p; ++calls;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
