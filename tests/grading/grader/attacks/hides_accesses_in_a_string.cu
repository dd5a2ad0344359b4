// wrong: the kernel `k` calls `std::__cxx11::basic_string::assign`, which only the host has
#include <scanlab/exercise.hpp>
#include <string>

__global__ void k(char* a) { std::string text; text.assign(a + (1 << 30), 8); a[0] = text[0]; }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        k<<<1, 1, 0, p.stream>>>(reinterpret_cast<char*>(p.output));
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
