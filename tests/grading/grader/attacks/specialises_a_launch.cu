// not allowed: a definition of void scanlab::sim::run_thread
#include <scanlab/exercise.hpp>

namespace scanlab::sim {
template <>
inline void run_thread<int>(void*) {}
}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        int body = 0;
        scanlab::sim::run_thread<int>(&body); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
