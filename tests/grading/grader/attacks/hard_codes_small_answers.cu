// wrong: first wrong
#include <scanlab/exercise.hpp>

template <int BLOCK>
__global__ void small_answers(const int* input, int* output, long long n) {
    int sum = 0;
    for (int i = 0; i < n && i < 32; ++i) output[i] = sum += input[i];
    for (long long i = 32; i < n; ++i) output[i] = static_cast<int>(i) + 1;
}

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n > 0) small_answers<BLOCK><<<1, 1, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
