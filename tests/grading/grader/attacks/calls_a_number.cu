// not allowed: a call of a function that is not the program
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        void (*volatile f)() = reinterpret_cast<void (*)()>(0x401000);
        f();
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
