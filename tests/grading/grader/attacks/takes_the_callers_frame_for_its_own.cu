// not allowed: line 15: a call of a function by another type than it has
#include <scanlab/exercise.hpp>

struct Much { long words[64]; };
void f(Much much) { long* volatile at = much.words; at[40] = 0x4141; }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        auto* volatile g = reinterpret_cast<void (*)()>(&f);
        g();
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
