// not allowed: eh.sjlj|built-in function
#include <scanlab/exercise.hpp>

void* place[5];

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        if (__builtin_setjmp(place) == 0) __builtin_longjmp(place, 1);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
