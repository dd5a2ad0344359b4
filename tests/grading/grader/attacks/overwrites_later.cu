// not allowed: line 3: #include <thread>
#include <scanlab/exercise.hpp>
#include <thread>

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        std::thread([p] { p.output[0] = 0; }).detach();
    }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
