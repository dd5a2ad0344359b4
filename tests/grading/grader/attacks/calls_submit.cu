// not allowed: a call of scanlab::sim::submit
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        scanlab::sim::LaunchConfig config(1, 1);
        void* arguments[] = {p.output};
        scanlab::sim::submit("k", p.input, {}, config, arguments);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
