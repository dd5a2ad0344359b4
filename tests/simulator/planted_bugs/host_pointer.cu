// The input was never brought to the device: the kernel gets the host's own pointer.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void square(const int* input, int* output, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) output[i] = input[i] * input[i]; // finds: out-of-bounds
}

int main() {
    constexpr int n = 1000;
    int input[n];
    for (int i = 0; i < n; ++i) input[i] = random_number(i);
    const DeviceArray<int> output(n);
    square<<<8, BLOCK>>>(input, output.get(), n);
    finish();
}
