// not allowed: a call of ptrace
#include <scanlab/exercise.hpp>

extern "C" long ptrace(int, ...);

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        ptrace(0);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
