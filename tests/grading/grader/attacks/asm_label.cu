// not allowed: a name that asm
#include <scanlab/exercise.hpp>

void f() asm("f, !dbg !3 {");
void f() {}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p; f();
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
