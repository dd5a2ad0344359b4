// not allowed: a call of scanlab::sim::set_order
#include <scanlab/exercise.hpp>

namespace scanlab::sim { void set_order(std::uint64_t); }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        scanlab::sim::set_order(0);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
