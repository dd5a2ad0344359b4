// Tiles that overlap by one element, as a stencil's would: the last thread of one block and the first
// of the next both write that element's sum, each its own. Which one stays differs from run to run.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 128;

__global__ void scan_tiles(const int* input, int* output, int n) {
    const int i = blockIdx.x * (BLOCK - 1) + threadIdx.x;
    const int value = i < n ? input[i] : 0;
    const int before = scanlab::block_exclusive_scan<BLOCK>(value);
    if (i < n) output[i] = before + value; // finds: race-global
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    scan_tiles<<<8, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
