// not allowed: line 11: host code writes memory that is not its own|outside of a variable of its own
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p; long here[1]; long* volatile at = here;
        for (int i = 0; i < 16; ++i) at[i] = 0x41;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
