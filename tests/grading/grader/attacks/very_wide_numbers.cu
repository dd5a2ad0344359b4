// wrong: a number of more than 128 bits|greater than 128 not supported
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        unsigned _BitInt(256) here[4] = {}; char* at = reinterpret_cast<char*>(here); at[126] = 1; (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
