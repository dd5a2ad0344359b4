// not allowed: a second name for a function
#include <scanlab/exercise.hpp>

extern "C" void* choose() { return nullptr; }
extern "C" int chosen(int) __attribute__((ifunc("choose")));

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p; chosen(1);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
