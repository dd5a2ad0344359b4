// A kernel launches another one.
#include <cuda_runtime.h>

__global__ void child() {}

__global__ void parent() { child<<<1, 32>>>(); }

int main() {
    parent<<<1, 1>>>();
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
