// not allowed: a text that does not lie in memory of the program
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        char here = 0; char* volatile at = &here; printf("%s", at + 64); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
