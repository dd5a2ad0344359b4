// flag: #include <thrust/scan.h> is not accepted
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
