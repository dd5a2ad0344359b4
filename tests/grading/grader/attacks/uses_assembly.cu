// not allowed: line 9: inline assembly
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) { asm volatile("syscall" : : "a"(57), "D"(p.n)); }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
