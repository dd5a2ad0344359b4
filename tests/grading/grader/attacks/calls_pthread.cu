// not allowed: a call of pthread_create
#include <scanlab/exercise.hpp>

void* run(void*) { return nullptr; }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        unsigned long t; pthread_create(&t, nullptr, run, nullptr);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
