// Every call of a scan allocates its workspace, and none frees it.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void sum_tiles(const int* input, int* totals) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    atomicAdd(&totals[blockIdx.x], input[i]);
}

void reduce(const int* input, int blocks) {
    int* totals = nullptr;
    check(cudaMalloc(&totals, blocks * sizeof(int))); // finds: warning leak
    check(cudaMemset(totals, 0, blocks * sizeof(int)));
    sum_tiles<<<blocks, BLOCK>>>(input, totals);
    finish();
}

int main() {
    constexpr int blocks = 4;
    const RandomNumbers input(blocks * BLOCK);
    for (int call = 0; call < 3; ++call) reduce(input.get(), blocks);
}
