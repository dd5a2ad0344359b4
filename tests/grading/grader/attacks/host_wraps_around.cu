// not allowed: a block of memory that is larger than any|memory that is not its own
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        char here[16]; char* volatile at = here;
        memset(at, 1, -4 - static_cast<std::size_t>(p.n));
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
