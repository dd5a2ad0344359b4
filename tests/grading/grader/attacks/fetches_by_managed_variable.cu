// not allowed: host code reads memory that is not its own
#include <scanlab/exercise.hpp>

__managed__ int total;
__global__ void k(const int* input) { total = input[0]; }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        k<<<1, 1, 0, p.stream>>>(p.input);
        cudaStreamSynchronize(p.stream);
        printf("%d", total);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
