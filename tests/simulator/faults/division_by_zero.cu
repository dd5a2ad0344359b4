// The last block divides by the number of what is left to it.
#include <cuda_runtime.h>

__global__ void share(int* out, int total, int n) { // block n divides by zero
    out[blockIdx.x] = total / (n - static_cast<int>(blockIdx.x));
}

int main() {
    int* out = nullptr;
    cudaMalloc(&out, 4 * sizeof(int));
    share<<<4, 1>>>(out, 100, 3);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
