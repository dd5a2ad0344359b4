// wrong: The host reads device memory, which it cannot reach
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        int sum = 0;
        for (long long i = 0; i < p.n; ++i) {
            if (i % (2 * BLOCK) == 0) sum = 0;
            p.output[i] = sum += p.input[i];
        }
    }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
