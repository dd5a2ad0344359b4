// The block that takes the last ticket reads what the others have published. Nothing but the ticket's value tells it
// that they have, and PTX's memory model asks for a fence after the ticket, too. The simulator lets that pass with a
// note, because the Programming Guide's own example does the same.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void sum(const int* input, int* totals, unsigned* tickets, int* result) {
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    atomicAdd(&total, input[blockIdx.x * BLOCK + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x != 0) return;
    totals[blockIdx.x] = total; // finds: note race-global
    __threadfence();
    if (atomicAdd(tickets, 1u) != gridDim.x - 1) return;
    int all = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) all += totals[block]; // finds: note race-global
    *result = all;
}

int main() {
    constexpr int blocks = 10, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> totals(blocks), result(1);
    const DeviceArray<unsigned> tickets(1);
    tickets.clear();
    sum<<<blocks, BLOCK>>>(input.get(), totals.get(), tickets.get(), result.get());
    finish();
}
