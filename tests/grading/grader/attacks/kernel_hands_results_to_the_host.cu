// wrong: the kernel `hand_over` uses `on_host`, a variable of the host
#include <scanlab/exercise.hpp>

int on_host[1 << 20];

__global__ void hand_over(const int* input, long long n) {
    const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) scanlab::sim::store_silently(&on_host[i], input[i]);
}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        hand_over<<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(p.input, p.n);
        cudaStreamSynchronize(p.stream);
        int sum = 0;
        for (long long i = 0; i < p.n; ++i) on_host[i] = sum = on_host[i] + (i % (2 * BLOCK) == 0 ? 0 : sum);
        cudaMemcpyAsync(p.output, on_host, p.n * sizeof(int), cudaMemcpyHostToDevice, p.stream);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
