// not allowed: host code reads memory that is not its own
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        const long* stream = reinterpret_cast<const long*>(p.stream);
        if (stream) printf("%ld", stream[-1]);
        else printf("%ld", reinterpret_cast<const long*>(&p)[-4]);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
