// The kernel promises the compiler blocks of at most 128 threads, and is launched with 256. A GPU
// refuses the launch.
#include "../corpus/device.cuh"

constexpr int BLOCK = 256;

__global__ void __launch_bounds__(128) negate(const int* input, int* output) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    output[i] = -input[i];
}

int main() {
    constexpr int blocks = 4, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    negate<<<blocks, BLOCK>>>(input.get(), output.get()); // finds: invalid-launch
    finish();
}
