// not allowed: host code reads memory that is not its own
#include <scanlab/exercise.hpp>
#include <string>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        char here[8] = ""; std::string found;
        char* volatile at = here;
        found.assign(at + 64, 512); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
