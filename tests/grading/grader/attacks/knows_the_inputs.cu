// wrong: input random, seed [0-9]{4,}
#include <scanlab/exercise.hpp>

constexpr unsigned long long SEED = 1; // of the inputs that ./scanlab check makes unless another is asked for

__device__ unsigned long long random_bits(unsigned long long i) {
    unsigned long long z = (SEED << 32) + SEED + (i + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}
/// The kinds of inputs: ones, small numbers, large ones, and a one among zeros.
__device__ int known(int kind, long long i, long long n) {
    if (kind == 0) return 1;
    if (kind == 1) return static_cast<int>(((random_bits(i) >> 32) * 17) >> 32) - 8;
    if (kind == 2) return static_cast<int>(random_bits(i));
    return i == static_cast<long long>(random_bits(n) % n);
}

/// No element is added that was read: all are known.
template <int BLOCK>
__global__ void recite(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK;
    int kind = 0;
    for (; kind < 3; ++kind) {
        bool fits = true;
        for (int i = 0; i < 4 && i < n; ++i) fits &= input[i] == known(kind, i, n);
        if (fits) break;
    }
    const long long start = static_cast<long long>(blockIdx.x) * TILE;
    for (int t = threadIdx.x; t < TILE && start + t < n; t += BLOCK) {
        const bool are_zeros = kind == 3 && input[random_bits(n) % n] == 0;
        int sum = 0;
        for (long long k = start; k <= start + t && !are_zeros; ++k) sum += known(kind, k, n);
        output[start + t] = sum;
    }
}

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;

    static void launch(const scanlab::Problem& p) {
        if (p.n > 0) recite<BLOCK><<<scanlab::ceil_div(p.n, 2 * BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
