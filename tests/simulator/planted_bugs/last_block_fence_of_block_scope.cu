// Lesson 07's challenge: the block that comes last adds up what all blocks have left. The fence is one
// for the threads of a block, but the total is for another block.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 128;

__global__ void sum_all(const int* input, int* totals, unsigned* tickets, int* sum) {
    __shared__ bool is_last;
    const unsigned t = threadIdx.x;

    int total;
    scanlab::block_prefix_of_warp<BLOCK>(scanlab::warp_sum(input[blockIdx.x * BLOCK + t]), total);
    if (t == 0) {
        totals[blockIdx.x] = total; // finds: race-scope
        __threadfence_block();
        is_last = atomicAdd(tickets, 1u) == gridDim.x - 1;
    }
    __syncthreads();

    if (is_last && t < 32) {
        const int all = scanlab::warp_sum(t < gridDim.x ? totals[t] : 0); // finds: race-scope
        if (t == 0) *sum = all;
    }
}

int main() {
    constexpr int blocks = 20;
    const RandomNumbers input(blocks * BLOCK);
    const DeviceArray<int> totals(blocks), sum(1);
    const DeviceArray<unsigned> tickets(1);
    tickets.clear();
    sum_all<<<blocks, BLOCK>>>(input.get(), totals.get(), tickets.get(), sum.get());
    finish();
}
