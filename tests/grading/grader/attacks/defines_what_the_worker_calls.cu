// wrong: first wrong|Nothing was written
#include <scanlab/exercise.hpp>

extern "C" long write(int, const void*, unsigned long n) { return static_cast<long>(n); }
extern "C" void _exit(int) { for (;;) {} }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
