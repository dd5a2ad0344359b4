// not allowed: a call of scanlab::sim::tile_show
#include <scanlab/exercise.hpp>
#define constexpr
#define cuda_std_is_std unused = true; inline void bring(const void* from) { tile_show(32, 0, from, 4); } static bool mine
#include <cuda/std/mdspan>
#undef constexpr

__global__ void k(const int* from) { scanlab::sim::bring(from); }
template <int BLOCK>
struct Cheat {
    static constexpr int items_per_thread = 2;
    static void launch(const scanlab::Problem& p) { k<<<1, 1, 0, p.stream>>>(p.input); }
};
SCANLAB_EXERCISE(sklansky_shared, Cheat);
