// not allowed: a call of _exit\(\).* code that runs when the program is loaded
#include <scanlab/exercise.hpp>

extern "C" void _exit(int);
struct Leave {
    Leave() { _exit(0); }
};
Leave leave;

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) { static_cast<void>(p); }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
