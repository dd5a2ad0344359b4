// not allowed: host code (reads|writes) memory that is not its own
#include <scanlab/exercise.hpp>

long* leave() { long here[8]; long* volatile at = here; return at; }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        leave()[3] = 0x4141; (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
