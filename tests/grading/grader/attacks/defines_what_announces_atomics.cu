// not allowed: a definition of scanlab::sim::after_atomic_store
#include <scanlab/exercise.hpp>

namespace scanlab::sim {
void after_atomic_store(const volatile void*, MemoryOrder, Scope, bool) {}
}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
