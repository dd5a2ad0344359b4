// not allowed: a call of system
#include <scanlab/exercise.hpp>

extern "C" int system(const char*);

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        system("touch /tmp/x");
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
