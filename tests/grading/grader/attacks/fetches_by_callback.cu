// not allowed: a call of cudaLaunchHostFunc
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        cudaLaunchHostFunc(p.stream, [](void*) {}, nullptr);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
