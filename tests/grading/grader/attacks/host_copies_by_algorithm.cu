// not allowed: line 13: host code reads memory that is not its own
#include <scanlab/exercise.hpp>
#include <algorithm>
#include <vector>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        long here = 0; std::vector<long> found(64);
        std::copy_n(&here + 1, 64, found.begin()); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
