// Four elements per thread, a block apart: the loads are coalesced, but the thread scans elements that
// are not neighbours.
#include <scanlab/collectives.cuh>
#include <scanlab/lesson.hpp>

template <int BLOCK>
__global__ void striped_items(const int* input, int* output, long long n) {
    const long long first = static_cast<long long>(blockIdx.x) * BLOCK * 4 + threadIdx.x;

    int items[4];
    for (int k = 0; k < 4; ++k) {
        const long long i = first + k * BLOCK; // should be a neighbour of the one before
        items[k] = i < n ? input[i] : 0;
        if (k > 0) items[k] += items[k - 1];
    }

    const int prefix = scanlab::block_exclusive_scan<BLOCK>(items[3]);
    for (int k = 0; k < 4; ++k) {
        const long long i = first + k * BLOCK;
        if (i < n) output[i] = prefix + items[k];
    }
}

template <int BLOCK>
struct StripedItems {
    static constexpr int items_per_thread = 4;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        striped_items<BLOCK><<<scanlab::ceil_div(p.n, BLOCK * items_per_thread), BLOCK, 0, p.stream>>>(
            p.input, p.output, p.n);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<StripedItems>({.number = 5,
                                               .name = "striped_items",
                                               .title = "Four elements per thread, a block apart",
                                               .scope = scanlab::Scope::block},
                                              argc, argv);
}
