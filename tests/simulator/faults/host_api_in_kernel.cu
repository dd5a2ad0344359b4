// A kernel calls what only the host may.
#include <cuda_runtime.h>

__global__ void allocate(int** out) { cudaMalloc(out, sizeof(int)); }

int main() {
    int** out = nullptr;
    cudaMalloc(&out, sizeof(int*));
    allocate<<<1, 1>>>(out);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
