// not allowed: whose length is not constant
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        char* text = static_cast<char*>(__builtin_alloca(p.n)); text[0] = 0;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
