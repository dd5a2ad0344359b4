// cudaDeviceReset() frees everything.
#include <cuda_runtime.h>

int main() {
    int* data = nullptr;
    cudaMalloc(&data, 400);
    return cudaDeviceReset() == cudaSuccess ? 0 : 1;
}
