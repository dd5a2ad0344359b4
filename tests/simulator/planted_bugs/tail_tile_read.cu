// Lesson 02 without the test for the end of the array: the last tile
// is read in full. A GPU's allocations end at round addresses, so that
// what lies beyond is mostly somebody's memory, and nothing happens.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 256;

__global__ void scan_tiles(const int* input, int* output, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int value = input[i]; // finds: out-of-bounds
    const int before = scanlab::block_exclusive_scan<BLOCK>(value);
    if (i < n) output[i] = before + value;
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    scan_tiles<<<4, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
