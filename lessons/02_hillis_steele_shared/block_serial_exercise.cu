// Exercise 02: one block scans the whole array. It walks from tile to tile and carries the total along.
//
// Lesson 02 scans each tile by itself, because blocks cannot wait for each other. A single block need
// not wait: it scans a tile, remembers the sum of everything so far (the carry), and goes on to the
// next tile. This is the simplest scan of a whole array in one launch.
//
// What it costs: 8 bytes per element, as a copy; but only one of the GPU's many multiprocessors works.
// Shared work: no thread reads and writes more than 12 bytes of global memory per tile.
#include <scanlab/exercise.hpp>

/// Lesson 02's scan of a tile in shared memory. All of `sums` is written before, and complete
/// afterwards.
template <int BLOCK>
__device__ void scan_tile(int* sums) {
    const int t = threadIdx.x;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int left = t >= distance ? sums[t - distance] : 0;
        __syncthreads();
        sums[t] += left;
        __syncthreads();
    }
}

template <int BLOCK>
__global__ void block_serial(const int* input, int* output, long long n) {
    // TODO: walk from tile to tile. Scan each with scan_tile(), and add the sum before it.
}

template <int BLOCK>
struct BlockSerial {
    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        block_serial<BLOCK><<<1, BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(block_serial, BlockSerial);
