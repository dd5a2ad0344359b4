// not allowed: host code reads memory that is not its own
#include <scanlab/exercise.hpp>
#include <cstring>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        char here[64]; char* volatile at = here;
        std::memcpy(here, at + 64, static_cast<std::size_t>(p.n % 2 + 8));
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
