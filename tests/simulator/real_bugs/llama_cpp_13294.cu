// The rows of each output tile are given by ids in shared memory. The next tile's ids replace them while some threads
// still store the last tile.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, ROWS = 16;

__global__ void multiply_tiles(const int* ids, const int* sums, int* output, int tiles) {
    __shared__ int shared_ids[ROWS];
    for (int tile = 0; tile < tiles; ++tile) {
        if (threadIdx.x < ROWS) shared_ids[threadIdx.x] = ids[tile * ROWS + threadIdx.x]; // finds: race-shared
        __syncthreads();
        for (int row = 0; row < ROWS; ++row) output[shared_ids[row] * BLOCK + threadIdx.x] = sums[threadIdx.x] + row; // finds: race-shared
#ifdef FIXED
        __syncthreads();
#endif
    }
}

__global__ void write_ids(int* ids) { ids[threadIdx.x] = static_cast<int>(blockDim.x - 1 - threadIdx.x); }

int main() {
    constexpr int tiles = 3;
    const DeviceArray<int> ids(tiles * ROWS), output(tiles * ROWS * BLOCK);
    const RandomNumbers sums(BLOCK);
    write_ids<<<1, tiles * ROWS>>>(ids.get());
    multiply_tiles<<<1, BLOCK>>>(ids.get(), sums.get(), output.get(), tiles);
    finish();
}
