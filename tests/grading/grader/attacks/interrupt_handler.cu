// not allowed: the calling convention x86_intrcc|a function
#include <scanlab/exercise.hpp>

struct Frame;
__attribute__((interrupt)) void handler(Frame*) {}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p; auto* volatile f = &handler; (void)f;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
