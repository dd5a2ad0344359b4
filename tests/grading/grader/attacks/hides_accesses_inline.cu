// wrong: `k` is launched with <<<…>>>, but it is not marked `__global__`
#include <scanlab/exercise.hpp>

__global__ __attribute__((always_inline, nodebug)) inline void k(int* a) { a[1 << 29] = 1; }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        k<<<1, 1, 0, p.stream>>>(p.output);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
