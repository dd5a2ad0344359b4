// Lesson 07's challenge: the block that comes last adds up what all
// blocks have left. Without a fence between its total and its ticket, a
// block may be counted before its total is there. On a GPU it always was.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 128;

__global__ void sum_all(const int* input, int* totals, unsigned* tickets, int* sum) {
    __shared__ bool is_last;
    const unsigned t = threadIdx.x;

    int total;
    scanlab::block_prefix_of_warp<BLOCK>(scanlab::warp_sum(input[blockIdx.x * BLOCK + t]), total);
    if (t == 0) {
        totals[blockIdx.x] = total; // finds: race-global
        is_last = atomicAdd(tickets, 1u) == gridDim.x - 1;
    }
    __syncthreads();

    if (is_last && t < 32) {
        const int all = scanlab::warp_sum(t < gridDim.x ? totals[t] : 0); // finds: race-global
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
