// wrong: did not end
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        volatile bool on = true;
        while (on && p.n > 0) {
        }
    }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
