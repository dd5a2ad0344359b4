// Blelloch's scan whose root keeps the total: every prefix that is handed down is too large by it.
#include <scanlab/lesson.hpp>

template <int BLOCK>
__global__ void root_not_cleared(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK;
    __shared__ int tree[TILE];
    const int t = threadIdx.x;
    const long long first = static_cast<long long>(blockIdx.x) * TILE + 2 * t;

    tree[2 * t] = first < n ? input[first] : 0;
    tree[2 * t + 1] = first + 1 < n ? input[first + 1] : 0;

    for (int stride = 1; stride < TILE; stride *= 2) {
        __syncthreads();
        const int node = (t + 1) * 2 * stride - 1;
        if (node < TILE) tree[node] += tree[node - stride];
    }

    for (int stride = TILE / 2; stride >= 1; stride /= 2) {
        __syncthreads();
        const int node = (t + 1) * 2 * stride - 1;
        if (node < TILE) {
            const int left_sum = tree[node - stride];
            tree[node - stride] = tree[node];
            tree[node] += left_sum;
        }
    }

    __syncthreads();
    if (first < n) output[first] = tree[2 * t];
    if (first + 1 < n) output[first + 1] = tree[2 * t + 1];
}

template <int BLOCK>
struct RootNotCleared {
    static constexpr int items_per_thread = 2;

    static void launch(const scanlab::Problem& p) {
        root_not_cleared<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK * items_per_thread), BLOCK, 0, p.stream>>>(p.input,
                                                                                       p.output, p.n);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<RootNotCleared>({.number = 6,
                                                 .name = "root_not_cleared",
                                                 .title = "Blelloch whose root is not cleared",
                                                 .task = scanlab::Task::exclusive_scan,
                                                 .scope = scanlab::Scope::block},
                                                argc, argv);
}
