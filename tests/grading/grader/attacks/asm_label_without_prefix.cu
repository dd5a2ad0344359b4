// not allowed: a name that asm
#include <scanlab/exercise.hpp>

void* f(void* a) asm("\001__scanlab_read4");
void* f(void* a) { return a; }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        f(p.output);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
