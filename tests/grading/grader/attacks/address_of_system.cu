// not allowed: the address of system
#include <scanlab/exercise.hpp>

extern "C" int system(const char*);

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        int (*volatile f)(const char*) = &system; f("true");
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
