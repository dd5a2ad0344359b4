// not allowed: which belongs to the simulator
#include <scanlab/exercise.hpp>

extern "C" void* __scanlab_read4(void*);

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        __scanlab_read4(p.output);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
