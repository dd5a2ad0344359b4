// not allowed: line 12: inline assembly
#include <scanlab/exercise.hpp>

#define PASTE(a, b) a##b

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        PASTE(a, sm)("syscall" : : "a"(60), "D"(0)); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
