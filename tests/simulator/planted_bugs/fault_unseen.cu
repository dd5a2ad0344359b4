// A kernel reads far past the end of an array, which stops it, and nobody asks how it went: no error
// code is ever looked at, and the program ends as if all were well.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void square(const int* input, int* output, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) output[i] = input[i + n] * input[i + n]; // finds: out-of-bounds
}

int main() {
    constexpr int n = 4 * BLOCK;
    int *input = nullptr, *output = nullptr;
    check(cudaMalloc(&input, n * sizeof(int)));
    check(cudaMalloc(&output, n * sizeof(int)));
    check(cudaMemset(input, 1, n * sizeof(int)));
    square<<<4, BLOCK>>>(input, output, n); // finds: unchecked-error
}
