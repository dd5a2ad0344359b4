// not allowed: built-in function
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        *static_cast<void**>(__builtin_frame_address(0)) = nullptr;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
