// A tile's total goes into the cell after the tile's own: the last block's cell does not exist.
#include "../corpus/device.cuh"

constexpr int BLOCK = 32, BLOCKS = 4;

struct Total {
    long long sum;
    int count;
};

__device__ Total total_of(const int* tile) {
    Total total{0, BLOCK};
    for (int k = 0; k < BLOCK; ++k) total.sum += tile[k];
    return total;
}

__global__ void sum_tiles(const int* input, Total* totals) {
    if (threadIdx.x == 0) totals[blockIdx.x + 1] = total_of(input + blockIdx.x * BLOCK); // finds: out-of-bounds
}

int main() {
    const RandomNumbers input(BLOCKS * BLOCK);
    const DeviceArray<Total> totals(BLOCKS);
    sum_tiles<<<BLOCKS, BLOCK>>>(input.get(), totals.get());
    finish();
}
