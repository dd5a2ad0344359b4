// Lesson 05 with vector loads to the very end: where n is no multiple of four, the last one begins
// inside the array and ends outside.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 64;

__global__ void sum_tiles(const int* input, int* totals, int n) {
    const int first = (blockIdx.x * BLOCK + threadIdx.x) * 4;
    int4 items{0, 0, 0, 0};
    if (first < n) items = *reinterpret_cast<const int4*>(input + first); // finds: out-of-bounds

    int total;
    scanlab::block_prefix_of_warp<BLOCK>(scanlab::warp_sum(items.x + items.y + items.z + items.w), total);
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

int main() {
    constexpr int n = 1023;
    const RandomNumbers input(n);
    const DeviceArray<int> totals(4);
    sum_tiles<<<4, BLOCK>>>(input.get(), totals.get(), n);
    finish();
}
