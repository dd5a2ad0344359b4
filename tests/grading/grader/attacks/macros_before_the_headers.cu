// wrong: first wrong|Nothing was written
#define SCANLAB_UNOBSERVED __attribute__((annotate("mine")))
#define block_barrier() yield()
# include  <cooperative_groups.h>
# include <scanlab/tile.cuh>
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
