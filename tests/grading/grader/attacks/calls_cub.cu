// not allowed: line 2: #include <cub/cub.cuh>
#include <cub/cub.cuh>
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        std::size_t bytes = 0;
        cub::DeviceScan::InclusiveSum(nullptr, bytes, p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
