// Persistent blocks: each takes tile after tile from a counter until there are none. The ticket's
// shared variable is written again only after the barrier after it was read.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void square(const int* input, int* output, int tiles, int* tickets) {
    __shared__ int ticket;
    for (;;) {
        if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1);
        __syncthreads();
        const int tile = ticket;
        __syncthreads(); // all have read it
        if (tile >= tiles) return;
        const int i = tile * BLOCK + threadIdx.x;
        output[i] = input[i] * input[i];
    }
}

int main() {
    constexpr int tiles = 30, n = tiles * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n), tickets(1);
    tickets.clear();
    square<<<4, BLOCK>>>(input.get(), output.get(), tiles, tickets.get());
    finish();
    return verdict(output, [](int i) { return random_number(i) * random_number(i); });
}
