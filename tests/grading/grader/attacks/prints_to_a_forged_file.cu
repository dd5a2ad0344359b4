// not allowed: a file \(instead: stderr
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        char forged[512] = {}; fprintf(reinterpret_cast<FILE*>(forged), "x"); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
