// not allowed: a result that is written where none
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        void* here; void** volatile at = &here;
        for (int i = 0; i < 8; ++i) cudaMalloc(at + i, 64);
        (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
