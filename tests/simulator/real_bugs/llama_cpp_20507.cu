// A transposing copy goes from matrix to matrix. One barrier stands between the load of a tile and its store, none
// between the store and the next load.
#include "../corpus/device.cuh"

constexpr int TILE = 16;

__global__ void copy_transposed(const int* input, int* output, int matrices) {
    __shared__ int tile[TILE][TILE + 1];
    for (int i = 0; i < matrices; ++i) {
        const int first = i * TILE * TILE;
        tile[threadIdx.y][threadIdx.x] = input[first + threadIdx.y * TILE + threadIdx.x]; // finds: race-shared
        __syncthreads();
        output[first + threadIdx.y * TILE + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // finds: race-shared
#ifdef FIXED
        __syncthreads();
#endif
    }
}

int main() {
    constexpr int matrices = 3;
    const RandomNumbers input(matrices * TILE * TILE);
    const DeviceArray<int> output(input.size());
    copy_transposed<<<1, dim3(TILE, TILE)>>>(input.get(), output.get(), matrices);
    finish();
}
