// not allowed: line 3: #include <thrust/scan.h>
#include <scanlab/exercise.hpp>
#include <thrust/scan.h>

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        thrust::inclusive_scan(p.input, p.input + p.n, p.output);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
