// Warm-up 05: every thread loads four elements at once. One line is wrong.
//
//     ./scanlab check 05 --warm-up
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

template <int BLOCK>
__global__ void scan_tiles(const int* input, int* output, long long n) {
    const long long first = (static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x) * 4;

    int4 items{0, 0, 0, 0};
    // TODO: 16 bytes at once, if all of them belong to the array.
    if (first < n) {
        items = *reinterpret_cast<const int4*>(input + first);
    } else {
        if (first + 0 < n) items.x = input[first + 0];
        if (first + 1 < n) items.y = input[first + 1];
        if (first + 2 < n) items.z = input[first + 2];
    }

    items.y += items.x;
    items.z += items.y;
    items.w += items.z;
    const int before = scanlab::block_exclusive_scan<BLOCK>(items.w);

    if (first + 0 < n) output[first + 0] = before + items.x;
    if (first + 1 < n) output[first + 1] = before + items.y;
    if (first + 2 < n) output[first + 2] = before + items.z;
    if (first + 3 < n) output[first + 3] = before + items.w;
}

template <int BLOCK>
struct WarmUp {
    static constexpr int items_per_thread = 4;

    static void launch(const scanlab::Problem& p) {
        scan_tiles<BLOCK>
            <<<scanlab::ceil_div(p.n, 4 * BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(warm_up_05, WarmUp);
