// Without a guard, threads past the last element write, too: if there are any.
#include <cuda_runtime.h>

#include <cstdlib>

__global__ void shift(const int* input, int* output) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    output[i] = i > 0 ? input[i - 1] : 0;
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 64;
    int *input = nullptr, *output = nullptr;
    cudaMalloc(&input, n * sizeof(int));
    cudaMalloc(&output, n * sizeof(int));
    cudaMemset(input, 0, n * sizeof(int));
    shift<<<(n + 63) / 64, 64>>>(input, output);
    cudaDeviceSynchronize();
    cudaFree(input);
    cudaFree(output);
}
