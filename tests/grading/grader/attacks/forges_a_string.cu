// not allowed: host code writes memory that is not its own
#include <scanlab/exercise.hpp>

#include <string>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;

    static void launch(const scanlab::Problem& p) {
        std::string text(64, 'a');
        *reinterpret_cast<const void**>(&text) = &p; // where its characters are
        text.replace(0, 8, text.data() + 1, 8);       // some libraries do this by a function of their object
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
