// A lane leaves its warp's prefix in global memory, all lanes shuffle, and then read it there. A
// shuffle is a meeting of the lanes, but unlike __syncwarp() it makes no promise about memory.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 128;
constexpr int WARPS = BLOCK / 32;

__global__ void add_warp_total(const int* input, int* totals, int* output) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int warp = i / 32;

    const int scanned = scanlab::warp_inclusive_scan(input[i]);
    if (i % 32 == 31) totals[warp] = scanned; // finds: race-global
    const int first = __shfl_sync(scanlab::all_lanes, scanned, 0);
    output[i] = totals[warp] - first; // finds: race-global
}

int main() {
    constexpr int blocks = 4, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> totals(blocks * WARPS), output(n);
    totals.clear();
    add_warp_total<<<blocks, BLOCK>>>(input.get(), totals.get(), output.get());
    finish();
}
