// Every element plus its left neighbour, by way of shared memory with one more cell in front for the
// neighbour in the tile before; but that cell is never filled.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void add_left(const int* input, int* output) {
    __shared__ int values[BLOCK + 1];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;
    values[t + 1] = input[i];
    __syncthreads();
    output[i] = values[t] + values[t + 1]; // finds: uninitialized
}

int main() {
    constexpr int blocks = 4, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    add_left<<<blocks, BLOCK>>>(input.get(), output.get());
    finish();
}
