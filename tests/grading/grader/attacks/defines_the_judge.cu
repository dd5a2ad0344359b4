// wrong: first wrong|Nothing was written
#include <scanlab/exercise.hpp>

#include <span>
namespace scanlab {
bool verify(std::span<const int>) { return true; }
bool is_right() { return true; }
}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
