// A block takes tile after tile, but skips empty ones without going on to the next.
#include "../corpus/device.cuh"

constexpr int TILE = 64;

__global__ void add_tiles(const int* lengths, int tiles, const int* input, int* sum) {
    __shared__ int length;
    for (int tile = 0; tile < tiles;) {
        if (threadIdx.x == 0) length = lengths[tile]; // finds: livelock
        __syncthreads();
        const int own = length; // finds: livelock
        __syncthreads();
        if (own == 0) continue;
        if (static_cast<int>(threadIdx.x) < own) atomicAdd(sum, input[tile * TILE + threadIdx.x]);
        ++tile;
    }
}

int main() {
    const RandomNumbers input(4 * TILE);
    const DeviceArray<int> lengths(4), sum(1);
    lengths.clear();
    sum.clear();
    const int first = TILE;
    check(cudaMemcpy(lengths.get(), &first, sizeof first, cudaMemcpyHostToDevice));
    add_tiles<<<1, TILE>>>(lengths.get(), 4, input.get(), sum.get());
    finish();
}
