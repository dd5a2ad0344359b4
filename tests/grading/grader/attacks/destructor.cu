// not allowed: runs when the program ends
#include <scanlab/exercise.hpp>

__attribute__((destructor)) void late() { printf("PASS"); }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
