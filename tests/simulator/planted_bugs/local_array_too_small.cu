// Every thread scans four items of its own, in an array that has no place for the carry it puts before
// them.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, ITEMS = 4;

__global__ void scan_items(const int* input, int* output) {
    const int first = (blockIdx.x * BLOCK + threadIdx.x) * ITEMS;
    int sums[ITEMS];
    sums[0] = 0;
    for (int k = 0; k < ITEMS; ++k) sums[k + 1] = sums[k] + input[first + k]; // finds: out-of-bounds
    for (int k = 0; k < ITEMS; ++k) output[first + k] = sums[k];
}

int main() {
    constexpr int n = 2 * BLOCK * ITEMS;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    scan_items<<<2, BLOCK>>>(input.get(), output.get());
    finish();
}
