// not allowed: the variable entry in a section of its own
#include <scanlab/exercise.hpp>

void early() { exit(0); }
__attribute__((section(".init_array"), used)) void (*entry)() = early;

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
