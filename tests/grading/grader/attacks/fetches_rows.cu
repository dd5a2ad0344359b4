// not allowed: a call of cudaMemcpy2D
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        int host[4]; cudaMemcpy2D(host, 16, p.input, 16, 16, 1, cudaMemcpyDeviceToHost);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
