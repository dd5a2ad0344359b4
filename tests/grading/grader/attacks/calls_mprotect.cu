// not allowed: a call of mprotect
#include <scanlab/exercise.hpp>

extern "C" int mprotect(void*, unsigned long, int);

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        mprotect(nullptr, 0, 7);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
