// not allowed: a call of socket
#include <scanlab/exercise.hpp>

extern "C" int socket(int, int, int);

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        socket(2, 1, 0);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
