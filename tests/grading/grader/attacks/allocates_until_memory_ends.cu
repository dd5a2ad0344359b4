// wrong: more memory than there is|did not come to its end|did not end|ended by signal
#include <cstring>
#include <scanlab/exercise.hpp>
#include <vector>

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        std::vector<char*> all;
        for (long long i = 0; i <= p.n << 20; ++i) {
            all.push_back(new char[1 << 20]);
            std::memset(all.back(), 1, 1 << 20);
        }
    }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
