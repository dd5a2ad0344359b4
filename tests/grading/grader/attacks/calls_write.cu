// not allowed: a call of write
#include <scanlab/exercise.hpp>

extern "C" long write(int, const void*, unsigned long);

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        write(5, "{}", 2);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
