// Scan-then-propagate in one launch: every block adds up the totals of the blocks before it, whether
// they are there or not. With few blocks a GPU runs them in order and mostly gets it right.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 128;

__global__ void scan(const int* input, int* output, int* totals) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int value = input[i];
    const int before = scanlab::block_exclusive_scan<BLOCK>(value);
    if (threadIdx.x == BLOCK - 1) totals[blockIdx.x] = before + value; // finds: race-global
    __syncthreads();

    int before_tile = 0;
    for (unsigned block = 0; block < blockIdx.x; ++block) before_tile += totals[block]; // finds: race-global
    output[i] = before_tile + before + value;
}

int main() {
    constexpr int blocks = 8, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n), totals(blocks);
    totals.clear();
    scan<<<blocks, BLOCK>>>(input.get(), output.get(), totals.get());
    finish();
}
