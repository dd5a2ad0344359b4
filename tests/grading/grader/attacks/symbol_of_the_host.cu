// not allowed: the symbol of something that is no variable of the device
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        long here[4] = {1, 2, 3, 4}, to[64] = {};
        cudaMemcpyToSymbol(to, here, 32); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
