// not allowed: line 12: a copy to the host
#include <scanlab/exercise.hpp>
#include <vector>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        std::vector<int> host(static_cast<std::size_t>(p.n) + 1);
        cudaMemcpyAsync(host.data(), p.input, static_cast<std::size_t>(p.n) * 4, cudaMemcpyDeviceToHost, p.stream);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
