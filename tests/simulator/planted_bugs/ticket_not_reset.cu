// Lesson 08's tickets, drawn from a counter that nobody has set to zero: the blocks draw numbers beyond
// the last tile, and leave without having done anything.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void square(const int* input, int* output, unsigned tiles, unsigned* tickets) {
    __shared__ unsigned tile;
    if (threadIdx.x == 0) tile = atomicAdd(tickets, 1u); // finds: uninitialized
    __syncthreads();
    if (tile >= tiles) return;
    const unsigned i = tile * BLOCK + threadIdx.x;
    output[i] = input[i] * input[i];
}

int main() {
    constexpr int tiles = 8, n = tiles * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    const DeviceArray<unsigned> tickets(1);
    square<<<tiles, BLOCK>>>(input.get(), output.get(), tiles, tickets.get());
    finish();
}
