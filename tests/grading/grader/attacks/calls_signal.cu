// not allowed: a call of signal
#include <scanlab/exercise.hpp>

extern "C" void (*signal(int, void (*)(int)))(int);
void ignore(int) {}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        signal(14, ignore);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
