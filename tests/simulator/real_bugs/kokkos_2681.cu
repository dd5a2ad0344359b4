// Each block stores its total and takes a ticket. No fence orders the two, and the last block reads all totals.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void parallel_scan(const int* input, int* totals, unsigned* tickets, int* sum) {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        int total = 0;
        for (int i = 0; i < BLOCK; ++i) total += input[blockIdx.x * BLOCK + i];
        totals[blockIdx.x] = total; // finds: race-global
#ifdef FIXED
        __threadfence();
#endif
        is_last = atomicAdd(tickets, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last || threadIdx.x != 0) return;
    __threadfence();
    int all = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) all += totals[block]; // finds: race-global
    *sum = all;
}

int main() {
    constexpr int blocks = 5;
    const RandomNumbers input(blocks * BLOCK);
    const DeviceArray<int> totals(blocks), sum(1);
    const DeviceArray<unsigned> tickets(1);
    tickets.clear();
    parallel_scan<<<blocks, BLOCK>>>(input.get(), totals.get(), tickets.get(), sum.get());
    finish();
}
