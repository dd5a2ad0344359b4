// Every thread that finds a large element writes its position into the same cell. One of them stays;
// which one is luck, though on a GPU it is the same one surprisingly often.
#include "../corpus/device.cuh"

constexpr int BLOCK = 256;

__global__ void find_large(const int* input, int* positions) {
    __shared__ int position;
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (threadIdx.x == 0) position = -1;
    __syncthreads();

    if (input[i] > 40) position = i; // finds: race-shared
    __syncthreads();

    if (threadIdx.x == 0) positions[blockIdx.x] = position;
}

int main() {
    constexpr int blocks = 4;
    const RandomNumbers input(blocks * BLOCK);
    const DeviceArray<int> positions(blocks);
    find_large<<<blocks, BLOCK>>>(input.get(), positions.get());
    finish();
}
