// not allowed: a call of scanlab::sim::run_grid
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        scanlab::sim::LaunchConfig config(1, 1);
        scanlab::sim::Launch launch{"k", nullptr, &config, nullptr, 0};
        scanlab::sim::run_grid(launch, [](void*) {}, nullptr, 0); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
