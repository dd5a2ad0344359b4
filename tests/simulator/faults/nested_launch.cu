// A kernel waits for the one that it has launched, which none can since CUDA 12: nvcc refuses that where a kernel does it itself.
#include <cuda_runtime.h>

__global__ void child() {}

__host__ __device__ void wait_for_all() { cudaDeviceSynchronize(); }

__global__ void parent() {
    child<<<1, 32>>>();
    wait_for_all();
}

int main() {
    parent<<<1, 1>>>();
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
