// Lesson 08's tickets, taken with ++: two blocks may draw the
// same one, and then a tile is done twice and another one never.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__device__ int tickets;

__global__ void square(const int* input, int* output) {
    __shared__ int tile;
    if (threadIdx.x == 0) tile = tickets++; // finds: race-global
    __syncthreads();
    const int i = tile * BLOCK + threadIdx.x;
    output[i] = input[i] * input[i];
}

int main() {
    constexpr int blocks = 8, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    square<<<blocks, BLOCK>>>(input.get(), output.get());
    finish();
}
