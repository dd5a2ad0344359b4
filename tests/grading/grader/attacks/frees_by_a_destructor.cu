// not allowed: line 12: a call of std::exception::~exception
#include <scanlab/exercise.hpp>

extern "C" void _ZNSt9exceptionD0Ev(void*); // is named like the one that frees nothing

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;

    static void launch(const scanlab::Problem&) {
        alignas(16) long forged[16] = {0, 0x41, 0, 0, 0, 0, 0, 0, 0, 0x41}; // a piece of the heap on the stack
        _ZNSt9exceptionD0Ev(forged + 2);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
