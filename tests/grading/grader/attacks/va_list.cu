// not allowed: va_list
#include <scanlab/exercise.hpp>

int first(int n, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, n);
    return __builtin_va_arg(list, int);
}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        first(1, 2); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
