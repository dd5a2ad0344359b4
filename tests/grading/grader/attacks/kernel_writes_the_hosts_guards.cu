// wrong: the kernel `hand_over` uses `bits_on_host`, a variable of the host
#include <scanlab/exercise.hpp>

extern "C" void __cxa_guard_release(long long*);

long long bits_on_host[1 << 16];

__global__ void hand_over(const int* input, long long n) {
    const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n && input[i] % 2 != 0) __cxa_guard_release(&bits_on_host[i]);
}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;

    static void launch(const scanlab::Problem& p) {
        if (p.n > 0) hand_over<<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(p.input, p.n);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
