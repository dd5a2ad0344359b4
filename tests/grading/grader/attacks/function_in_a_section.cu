// not allowed: line 4: a function in a section of its own
#include <scanlab/exercise.hpp>

__attribute__((section("scanlab_library"))) void f() {}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p; f();
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
