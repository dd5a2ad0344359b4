// Each block waits until the one before it has published its sum, and looks by updates that leave the value as it is.
// The first block does not publish, so the others look for ever.
#include "../corpus/device.cuh"

__global__ void chain(const int* input, int* sums, int* ready) {
    const int block = static_cast<int>(blockIdx.x);
    if (block > 0)
        while (atomicAdd(&ready[block - 1], 0) == 0) { // finds: deadlock
        }
    __threadfence();
    sums[block] = input[block] + (block > 0 ? sums[block - 1] : 0);
    __threadfence();
    if (block > 0) atomicExch(&ready[block], 1);
}

int main() {
    constexpr int blocks = 8;
    const RandomNumbers input(blocks);
    const DeviceArray<int> sums(blocks), ready(blocks);
    ready.clear();
    chain<<<blocks, 1>>>(input.get(), sums.get(), ready.get());
    finish();
}
