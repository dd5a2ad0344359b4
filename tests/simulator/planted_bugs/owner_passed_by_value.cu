// An object that owns device memory is a kernel's argument. The copy that the launch makes is destroyed
// after the launch, on the host, and frees the memory of the original.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

struct Buffer {
    int* data = nullptr;
    explicit Buffer(int n) { check(cudaMalloc(&data, n * sizeof(int))); }
    __host__ __device__ ~Buffer() {
#ifndef __CUDA_ARCH__
        check(cudaFree(data)); // finds: double-free
#endif
    }
};

__global__ void square(const int* input, Buffer output) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    output.data[i] = input[i] * input[i];
}

int main() {
    constexpr int blocks = 4, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const Buffer output(n);
    square<<<blocks, BLOCK>>>(input.get(), output);
    finish();
}
