// not allowed: line 10: a call of a function by another type
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        reinterpret_cast<void (*)(void*, const void*, long, long)>(&memcpy)(p.output, p.input, p.n, 0);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
