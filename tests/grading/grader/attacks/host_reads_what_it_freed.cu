// not allowed: host code reads memory that is not its own
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        long* a = new long[4]; delete[] a; printf("%ld", a[1]); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
