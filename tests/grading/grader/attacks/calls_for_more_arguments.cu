// not allowed: line 15: a call of a function by another type than it has
#include <scanlab/exercise.hpp>

#include <cstdio>

void print(long, long, long, long, long, long, long on_the_callers_stack) { printf("%lx", on_the_callers_stack); }
void (*volatile function)(long, long, long, long, long, long, long) = print;

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;

    static void launch(const scanlab::Problem&) {
        const auto shorter = reinterpret_cast<void (*)()>(function);
        shorter();
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
