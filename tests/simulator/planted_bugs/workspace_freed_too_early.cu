// The workspace is freed between two kernels, the second of which still reads it. A GPU's allocator
// keeps the memory mapped, so that the old values are mostly still there.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void square(const int* input, int* squares) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    squares[i] = input[i] * input[i];
}

__global__ void halve(const int* squares, int* output) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    output[i] = squares[i] / 2; // finds: use-after-free
}

int main() {
    constexpr int blocks = 4, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    int* squares = nullptr;
    check(cudaMalloc(&squares, n * sizeof(int)));
    square<<<blocks, BLOCK>>>(input.get(), squares);
    check(cudaFree(squares));
    halve<<<blocks, BLOCK>>>(squares, output.get());
    finish();
}
