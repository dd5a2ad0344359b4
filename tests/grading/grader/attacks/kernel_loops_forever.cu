// wrong: cudaErrorLaunchTimeout|did not end
#include <scanlab/exercise.hpp>

__global__ void never_ends(int* output) {
    volatile int* const value = output;
    while (*value != 1) *value = 0;
}

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n > 0) never_ends<<<1, 1, 0, p.stream>>>(p.output);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
