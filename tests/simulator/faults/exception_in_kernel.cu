// A kernel throws.
#include <cuda_runtime.h>

#include <stdexcept>

__global__ void refuse(int n) {
    if (n > 3) throw std::runtime_error("too many");
}

int main() {
    refuse<<<1, 1>>>(4);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
