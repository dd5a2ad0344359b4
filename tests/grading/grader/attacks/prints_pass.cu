// wrong: Nothing was written
#include <cstdio>
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n >= 0) std::printf("PASS   140 cases: 35 sizes\n{\"passed\": true}\n");
    }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
