// not allowed: host code reads memory that is not its own
#include <scanlab/exercise.hpp>

struct Much { long words[64]; };

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        long here = 0; long* volatile at = &here;
        Much much = *reinterpret_cast<Much*>(at + 8); printf("%ld", much.words[3]); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
