// Scan-then-propagate whose first kernel was forgotten: the
// second one adds to an output that nobody has written.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void propagate(int* output, const int* prefixes, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) output[i] += prefixes[blockIdx.x]; // finds: uninitialized
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers prefixes(8);
    const DeviceArray<int> output(n);
    propagate<<<8, BLOCK>>>(output.get(), prefixes.get(), n);
    finish();
}
