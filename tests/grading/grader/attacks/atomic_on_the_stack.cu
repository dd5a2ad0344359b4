// not allowed: a function of CUDA gets the address of memory
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        int here = 0; int* volatile at = &here;
        atomicAdd(at + 8, 1); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
