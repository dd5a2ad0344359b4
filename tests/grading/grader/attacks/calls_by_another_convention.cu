// not allowed: the calling convention win64cc
#include <scanlab/exercise.hpp>

extern "C" __attribute__((ms_abi)) int _Z10cudaMemsetPvim(void*, int, std::size_t); // which does not take what is checked

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;

    static void launch(const scanlab::Problem& p) { _Z10cudaMemsetPvim(p.output, 0, 1); }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
