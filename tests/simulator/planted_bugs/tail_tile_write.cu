// Lesson 02 with the test for the end of the array at the load only: the last tile is written in full,
// over whatever lies beyond the output.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 256;

__global__ void scan_tiles(const int* input, int* output, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int value = i < n ? input[i] : 0;
    const int before = scanlab::block_exclusive_scan<BLOCK>(value);
    output[i] = before + value; // finds: out-of-bounds
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    scan_tiles<<<4, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
