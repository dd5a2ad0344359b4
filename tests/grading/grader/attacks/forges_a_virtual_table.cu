// not allowed: a call of a function that is not the program
#include <scanlab/exercise.hpp>

struct Base {
    virtual int f() { return 0; }
};

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        long table[4] = {0x401000, 0x401000, 0x401000, 0x401000}; Base base; Base* volatile b = &base;
        *reinterpret_cast<long**>(b) = table;
        b->f();
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
