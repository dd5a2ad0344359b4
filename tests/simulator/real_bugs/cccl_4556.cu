// All threads of a block read their tile's aggregate from global memory, where thread 0 puts the inclusive prefix.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void look_back(int* tile_data, int* prefixes) {
    const int aggregate = tile_data[blockIdx.x]; // finds: race-global
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0) tile_data[blockIdx.x] = aggregate + 100; // finds: race-global
    prefixes[blockIdx.x * BLOCK + threadIdx.x] = aggregate;
}

int main() {
    const RandomNumbers tile_data(4);
    const DeviceArray<int> prefixes(4 * BLOCK);
    look_back<<<4, BLOCK>>>(tile_data.get(), prefixes.get());
    finish();
}
