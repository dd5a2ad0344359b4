// fails: many_tiles
// Tiles are counted in a byte: right up to 255 of them.
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
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    int carry = 0; // the sum of all tiles before; every thread has its own copy
    // Every thread walks to the end, also where its element does not exist: the barriers are for all.
    const unsigned char tiles = static_cast<unsigned char>((n + BLOCK - 1) / BLOCK);
    for (long long tile = 0; tile < tiles * BLOCK; tile += BLOCK) {
        const long long i = tile + t;
        sums[t] = i < n ? input[i] : 0;
        scan_tile<BLOCK>(sums);
        if (i < n) output[i] = carry + sums[t];
        carry += sums[BLOCK - 1];
        __syncthreads(); // everybody has read the total before the next tile takes its place
    }
}

template <int BLOCK>
struct BlockSerial {
    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        block_serial<BLOCK><<<1, BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(block_serial, BlockSerial);
