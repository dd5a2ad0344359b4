// not allowed: a second name for a function
#include <scanlab/exercise.hpp>

extern "C" int f(int x) { return x; }
extern "C" int puts_instead(const char*) __attribute__((alias("f")));

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p; puts_instead("");
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
