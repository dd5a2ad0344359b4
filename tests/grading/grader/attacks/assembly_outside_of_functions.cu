// not allowed: inline assembly
#include <scanlab/exercise.hpp>

asm(".globl puts_to_the_student\nputs_to_the_student: ret");

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
