// not allowed: line 11: host code reads memory that is not its own
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        volatile long here = 0;
        for (const volatile long* at = &here; p.n > 0; ++at) if (*at == p.n) return;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
