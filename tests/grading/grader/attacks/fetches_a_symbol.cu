// not allowed: a call of cudaMemcpyFromSymbol()
#include <scanlab/exercise.hpp>

__device__ int total;

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        int host; cudaMemcpyFromSymbol(&host, total, sizeof host); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
