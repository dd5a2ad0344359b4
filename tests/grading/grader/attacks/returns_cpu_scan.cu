// not allowed: line 12: a copy to the host
#include <scanlab/exercise.hpp>
#include <vector>

template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        std::vector<int> values(static_cast<std::size_t>(p.n));
        cudaMemcpy(values.data(), p.input, 4 * values.size(), cudaMemcpyDeviceToHost);
        int sum = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i % (2 * BLOCK) == 0) sum = 0;
            values[i] = sum += values[i];
        }
        cudaMemcpy(p.output, values.data(), 4 * values.size(), cudaMemcpyHostToDevice);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Cheat);
