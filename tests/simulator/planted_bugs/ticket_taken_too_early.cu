// A block that works on several tiles: thread 0 takes the next ticket
// while others have still to read the last one. The barrier after the
// broadcast is there; the one before the next broadcast is missing.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;
constexpr int TILES_PER_BLOCK = 4;

__global__ void square(const int* input, int* output, int n, int* tickets) {
    __shared__ int tile;
    for (int round = 0; round < TILES_PER_BLOCK; ++round) {
        if (threadIdx.x == 0) tile = atomicAdd(tickets, 1); // finds: race-shared
        __syncthreads();
        const int i = tile * BLOCK + threadIdx.x; // finds: race-shared
        if (i < n) output[i] = input[i] * input[i];
    }
}

int main() {
    constexpr int n = 2000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n), tickets(1);
    tickets.clear();
    square<<<4, BLOCK>>>(input.get(), output.get(), n, tickets.get());
    finish();
}
