// not allowed: a call of a function that is not the program
#include <scanlab/exercise.hpp>

void f() {}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        auto* volatile g = reinterpret_cast<void (*)()>(reinterpret_cast<long>(&f) + 4);
        g();
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
