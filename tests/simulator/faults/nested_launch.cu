// A kernel waits for the one that it has launched, which none can since CUDA 12.
#include <cuda_runtime.h>

__global__ void child() {}

__global__ void parent() {
    child<<<1, 32>>>();
    cudaDeviceSynchronize();
}

int main() {
    parent<<<1, 1>>>();
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
