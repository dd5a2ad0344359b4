// not allowed: a call of scanlab::sim::finish_findings
#include <scanlab/exercise.hpp>

namespace scanlab::sim { void finish_findings(); }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        scanlab::sim::finish_findings(); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
