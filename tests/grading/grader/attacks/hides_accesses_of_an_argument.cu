// wrong: illegal memory access|an address that no kernel can reach|Kernels cannot reach host memory
#include <scanlab/exercise.hpp>

struct Many { int words[8]; };
__device__ int first(Many many) { return many.words[0]; }
__global__ void k(Many* a) { a->words[0] = first(a[1 << 26]); }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        k<<<1, 1, 0, p.stream>>>(reinterpret_cast<Many*>(p.output));
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
