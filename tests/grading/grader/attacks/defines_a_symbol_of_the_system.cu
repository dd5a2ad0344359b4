// wrong: first wrong|Nothing was written
#include <scanlab/exercise.hpp>

extern "C" int sigaction(int, const void*, void*) { return 0; }

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) { static_cast<void>(p); }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
