// not allowed: a call of cudaMallocHost|a call of cudaHostAlloc
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        int* shared; cudaMallocHost(&shared, 4); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
