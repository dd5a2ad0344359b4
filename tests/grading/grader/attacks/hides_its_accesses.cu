// wrong: first wrong
#include <scanlab/exercise.hpp>

__attribute__((no_sanitize("thread"))) __global__ void unseen(const int* input, int* output,
                                                              long long n) {
    for (long long i = 0; i < n; ++i) output[i] = input[i];
}

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n > 0) unseen<<<1, 1, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
