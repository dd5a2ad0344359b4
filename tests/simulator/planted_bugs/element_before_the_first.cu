// Every element minus its left neighbour, which undoes a scan;
// but the first element has no left neighbour.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void differences(const int* input, int* output, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) output[i] = input[i] - input[i - 1]; // finds: out-of-bounds
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    differences<<<8, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
