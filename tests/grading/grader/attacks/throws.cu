// not allowed: line 10: an exception
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n >= 0) throw 1;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
