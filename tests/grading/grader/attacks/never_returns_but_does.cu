// not allowed: the end of a function that says it never returns
#include <scanlab/exercise.hpp>

[[noreturn]] void f() {}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p; f();
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
