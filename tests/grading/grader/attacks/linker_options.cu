// not allowed: #pragma comment
#include <scanlab/exercise.hpp>

#pragma comment(lib, "dl")

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
