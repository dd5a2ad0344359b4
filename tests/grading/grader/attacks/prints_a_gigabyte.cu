// wrong: printed without end|did not end
#include <cstdio>
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        for (int i = 0; i < 1 << 24 && p.n >= 0; ++i) std::printf("%063d\n", i);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
