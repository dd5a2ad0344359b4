// not allowed: line 12: a call of fork\(\)
#include <cstddef>
#include <scanlab/exercise.hpp>
extern "C" int fork();

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        for (int i = 0; i < 64 && p.n > 0; ++i) fork();
    }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
