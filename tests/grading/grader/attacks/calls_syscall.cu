// not allowed: a call of syscall
#include <scanlab/exercise.hpp>

extern "C" long syscall(long, ...);

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        syscall(60, 0);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
