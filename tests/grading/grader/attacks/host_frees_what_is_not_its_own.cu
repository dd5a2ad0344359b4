// not allowed: free\(\) or delete of memory
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        void* here = nullptr; void** volatile at = &here;
        free(at); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
