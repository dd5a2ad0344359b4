// A scan from right to left, in which every block waits for the one after it: on a GPU it works as long
// as all blocks are resident together, and hangs from a certain n on.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 512;

__global__ void sums_to_the_right(const int* input, int* sums, volatile int* ready) {
    int total;
    scanlab::block_prefix_of_warp<BLOCK>(scanlab::warp_sum(input[blockIdx.x * BLOCK + threadIdx.x]), total);
    if (threadIdx.x != 0) return;

    if (blockIdx.x + 1 < gridDim.x) {
        while (ready[blockIdx.x + 1] == 0) { // finds: deadlock
        }
        __threadfence();
        total += sums[blockIdx.x + 1];
    }
    sums[blockIdx.x] = total;
    __threadfence();
    ready[blockIdx.x] = 1;
}

int main() {
    constexpr int blocks = 40;
    const RandomNumbers input(blocks * BLOCK);
    const DeviceArray<int> sums(blocks), ready(blocks);
    ready.clear();
    sums_to_the_right<<<blocks, BLOCK>>>(input.get(), sums.get(), ready.get());
    finish();
}
