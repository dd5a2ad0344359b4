// exercise: sklansky_shared
// macros stand for what CUDA adds to C++: kernels, shared memory, launches
#include <scanlab/exercise.hpp>

#define KERNEL template <int BLOCK> __global__ void __launch_bounds__(BLOCK)
#define SHARED __shared__
#define DEVICE __device__ __forceinline__
#define TID (static_cast<int>(threadIdx.x))
#define BARRIER() __syncthreads()
#define LAUNCH(kernel, blocks, threads, stream, ...) kernel<<<(blocks), (threads), 0, (stream)>>>(__VA_ARGS__)
#define FOR_EACH(i, first, last, step) for (int i = (first); i < (last); i += (step))

DEVICE int right_group_of(int t, int half) { return t / half * 2 * half + half; }

KERNEL sklansky_shared(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK;
    SHARED int sums[TILE];
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

    FOR_EACH(i, TID, TILE, BLOCK) sums[i] = start + i < n ? input[start + i] : 0;

    for (int half = 1; half < TILE; half *= 2) {
        BARRIER();
        const int right_group = right_group_of(TID, half);
        sums[right_group + TID % half] += sums[right_group - 1];
    }

    FOR_EACH(i, TID, TILE, BLOCK)
        if (start + i < n) output[start + i] = sums[i];
}

template <int BLOCK>
struct SklanskyShared {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        LAUNCH(sklansky_shared<BLOCK>, scanlab::ceil_div(p.n, BLOCK * items_per_thread), BLOCK, p.stream, p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(sklansky_shared, SklanskyShared);
