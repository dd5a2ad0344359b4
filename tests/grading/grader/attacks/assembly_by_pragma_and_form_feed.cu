// not allowed: #pragma redefine_extname
#include <scanlab/exercise.hpp>

#pragma redefine_extname helper _ZN7scanlab3sim9set_orderEm
extern "C" void helper(unsigned long);

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        helper(1); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
