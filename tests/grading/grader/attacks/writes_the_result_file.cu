// not allowed: line 11: a call of fopen\(\)
#include <cstdio>
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        std::FILE* file = std::fopen("/tmp/results.json", "w");
        std::fprintf(file, "{\"score\": %lld}", p.n);
        std::fclose(file);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
