// wrong: illegal memory access|an address that no kernel can reach|Kernels cannot reach host memory
#include <scanlab/exercise.hpp>

__global__ void k(int* a) { __atomic_fetch_add(a + (1 << 29), 1, __ATOMIC_RELAXED); }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        k<<<1, 1, 0, p.stream>>>(p.output);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
