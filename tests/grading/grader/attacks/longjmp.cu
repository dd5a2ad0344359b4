// not allowed: a call of _setjmp|return twice
#include <scanlab/exercise.hpp>

struct Place { long words[64]; };
extern "C" int _setjmp(Place*) __attribute__((returns_twice));

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        Place place; if (_setjmp(&place) == 0) return; (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
