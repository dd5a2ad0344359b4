// Two names for one array, and each of them is freed.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void square(int* data) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    data[i] = i * i;
}

int main() {
    int* input = nullptr;
    check(cudaMalloc(&input, 4 * BLOCK * sizeof(int)));
    int* output = input; // in place
    square<<<4, BLOCK>>>(output);
    finish();
    check(cudaFree(input));
    check(cudaFree(output)); // finds: double-free
}
