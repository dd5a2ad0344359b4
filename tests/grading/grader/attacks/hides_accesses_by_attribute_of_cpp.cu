// wrong: illegal memory access|an address that no kernel can reach|Kernels cannot reach host memory
#include <scanlab/exercise.hpp>

[[__gnu__::__no_sanitize_thread__]] [[clang::disable_sanitizer_instrumentation]] __global__ void k(int* a) { a[1 << 29] = 1; }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        k<<<1, 1, 0, p.stream>>>(p.output);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
