// wrong: The call did not come to its end
#include <scanlab/exercise.hpp>

void* operator new(std::size_t) { exit(0); }
void operator delete(void*) noexcept {}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        int* const first = new int(0);
        *first = static_cast<int>(p.n);
        delete first;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
