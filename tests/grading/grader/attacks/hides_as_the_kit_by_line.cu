// not allowed: #line 1
#include <scanlab/exercise.hpp>

#line 1 "/common/simulator/include/scanlab_sim/core.hpp"
__attribute__((disable_sanitizer_instrumentation)) void f() {}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        f(); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
