// not allowed: a block of memory that is larger than any
#include <scanlab/exercise.hpp>

__device__ char variable[16];
__global__ void k(long long n) { memset(variable + 8, 1, n); }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        k<<<1, 1, 0, p.stream>>>(-4);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
