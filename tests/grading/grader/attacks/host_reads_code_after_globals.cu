// not allowed: host code reads memory that is not its own
#include <scanlab/exercise.hpp>

int variable = 1;

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
        long sum = 0;
        for (int i = 0; i < 100000; ++i) sum += (&variable)[i];
        printf("%ld", sum);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
