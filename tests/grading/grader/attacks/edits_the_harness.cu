// wrong: first wrong|Nothing was written
#include <scanlab/exercise.hpp>

namespace scanlab {
inline bool operator==(const Problem&, const Problem&) { return true; }
} // namespace scanlab

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) { static_cast<void>(p); }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
