// wrong: the kernel `k` calls `std::copy_n`, which only the host has
#include <scanlab/exercise.hpp>
#include <algorithm>

__global__ void k(int* a, const int* from) { std::copy_n(from, 4, a + (1 << 29)); }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        k<<<1, 1, 0, p.stream>>>(p.output, p.input);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
