// A constant of the device is set like a variable of the host.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__device__ int factor;

__global__ void multiply(const int* input, int* output) { output[threadIdx.x] = factor * input[threadIdx.x]; }

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    factor = 3; // finds: out-of-bounds
    multiply<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
