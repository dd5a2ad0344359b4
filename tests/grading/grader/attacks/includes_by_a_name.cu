// not allowed: line 3: #include FILE_NAME
#define FILE_NAME "/etc/passwd"
#include FILE_NAME
#include <scanlab/exercise.hpp>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
