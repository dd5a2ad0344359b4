// not allowed: a copy from memory that is not the program
#include <scanlab/exercise.hpp>

__device__ long table[64];

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        long here = 0; long* volatile at = &here;
        cudaMemcpyToSymbol(table, at + 1, 64 * 8); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
