// A counter for all blocks, counted with atomicAdd_block, which is atomic only among the threads of one
// block. On today's GPUs it happens to be carried out where the others' are.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void count_positive(const int* input, int* count) {
    if (input[blockIdx.x * BLOCK + threadIdx.x] > 0) atomicAdd_block(count, 1); // finds: race-scope
}

int main() {
    constexpr int blocks = 8;
    const RandomNumbers input(blocks * BLOCK);
    const DeviceArray<int> count(1);
    count.clear();
    count_positive<<<blocks, BLOCK>>>(input.get(), count.get());
    finish();
}
