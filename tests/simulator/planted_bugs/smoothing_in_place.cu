// Every element becomes its average with its left neighbour. The barrier between reading and writing
// holds a block together, but not two blocks: at a tile's edge one reads what the other writes.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void smooth(int* data) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int left = i > 0 ? data[i - 1] : 0; // finds: race-global
    const int own = data[i];
    __syncthreads();
    data[i] = (left + own) / 2; // finds: race-global
}

int main() {
    constexpr int blocks = 8;
    const RandomNumbers data(blocks * BLOCK);
    smooth<<<blocks, BLOCK>>>(data.get());
    finish();
}
