// not allowed: host code writes memory that is not its own
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        const_cast<scanlab::Problem&>(p).n = 1;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
