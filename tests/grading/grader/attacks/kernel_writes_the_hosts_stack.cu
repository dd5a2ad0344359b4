// wrong: `a` is a host pointer. Kernels cannot reach host memory
#include <scanlab/exercise.hpp>

__global__ void k(long* a) { for (int i = 0; i < 64; ++i) a[i] = 1; }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        long here = 0; k<<<1, 1, 0, p.stream>>>(&here);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
