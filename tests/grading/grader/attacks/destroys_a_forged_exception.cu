// not allowed: line 14: an exception
#include <scanlab/exercise.hpp>

#include <stdexcept>

int number = 1;

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;

    static void launch(const scanlab::Problem&) {
        void* forged[2] = {nullptr, &number + 2}; // its text counts its owners 8 bytes before it: a number anywhere gets less
        reinterpret_cast<std::runtime_error*>(forged)->std::runtime_error::~runtime_error();
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
