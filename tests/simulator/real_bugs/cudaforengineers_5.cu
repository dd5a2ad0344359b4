// A second difference needs both neighbours, and the first and the last element have one only.
#include "../corpus/device.cuh"

__global__ void second_difference(const int* input, int* output, int size) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
#ifdef FIXED
    if (i >= size - 1 || i == 0) return;
#else
    if (i >= size) return;
#endif
    output[i] = input[i - 1] + input[i + 1] - 2 * input[i]; // finds: out-of-bounds
}

int main() {
    const RandomNumbers input(100);
    const DeviceArray<int> output(100);
    second_difference<<<2, 64>>>(input.get(), output.get(), input.size());
    finish();
}
