// A kernel calls what only the host may.
#include <cuda_runtime.h>

__global__ void ask(int* devices) { cudaGetDeviceCount(devices); }

int main() {
    int* devices = nullptr;
    cudaMalloc(&devices, sizeof(int));
    ask<<<1, 1>>>(devices);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
