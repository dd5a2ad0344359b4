// not allowed: a call of dlsym
#include <scanlab/exercise.hpp>

extern "C" void* dlsym(void*, const char*);

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        dlsym(nullptr, "system");
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
