// wrong: first wrong|Nothing was written
#include <scanlab/exercise.hpp>

int calls = 0;

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (++calls > 1) return;
        cudaMemsetAsync(p.output, 0, static_cast<std::size_t>(4 * p.n), p.stream);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
