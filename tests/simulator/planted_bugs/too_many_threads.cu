// A block of 2048 threads: CUDA allows 1024, refuses the launch, and the kernel never runs.
#include "../corpus/device.cuh"

__global__ void square(const int* input, int* output) { output[threadIdx.x] = input[threadIdx.x] * input[threadIdx.x]; }

int main() {
    constexpr int n = 2048;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    square<<<1, n>>>(input.get(), output.get()); // finds: invalid-launch
    finish();
}
