// not allowed: line 2: #include "tile.cuh"
#include "tile.cuh"
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) { static_cast<void>(p); }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
