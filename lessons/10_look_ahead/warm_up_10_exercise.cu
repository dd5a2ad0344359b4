// Warm-up 10: a block copies tile after tile, by a bulk copy into shared memory. One line is wrong.
//
//     ./scanlab check 10 --warm-up
#include <scanlab/bulk_copy.cuh>
#include <scanlab/exercise.hpp>

template <int BLOCK>
__global__ void copy_tiles(const int* input, int* output, int n) {
    __shared__ alignas(16) int tile[BLOCK];
    __shared__ scanlab::Barrier arrived; // a phase ends when the thread and the bytes have arrived
    if (threadIdx.x == 0) {
        arrived.init(1);
        scanlab::fence_bulk_copies();
    }
    __syncthreads();

    for (int round = 0; round * BLOCK < n; ++round) {
        const int start = round * BLOCK, size = min(BLOCK, n - start);
        if (threadIdx.x == 0) {
            arrived.arrive_and_expect(size * static_cast<int>(sizeof(int)));
            scanlab::copy_bulk(tile, input + start, size, arrived); // a multiple of four here
        }
        // TODO: each round ends a phase of the barrier. Which one is this round's?
        arrived.wait(0);
        const int i = threadIdx.x;
        if (i < size) output[start + i] = tile[i];
        scanlab::fence_bulk_copies(); // the next copy must not overtake these reads
        __syncthreads();
    }
}

template <int BLOCK>
struct WarmUp {
    static void launch(const scanlab::Problem& p) {
        copy_tiles<BLOCK><<<1, BLOCK, 0, p.stream>>>(p.input, p.output, static_cast<int>(p.n));
    }
};

SCANLAB_EXERCISE(warm_up_10, WarmUp);
