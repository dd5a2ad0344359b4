// A function of the host throws, and a kernel calls it by a function for both sides: of this nvcc only warns.
#include <cuda_runtime.h>

#include <stdexcept>

void fail() { throw std::runtime_error("too many"); }
__host__ __device__ void require(bool is_right) {
    if (!is_right) fail();
}

__global__ void refuse(int n) { require(n <= 3); }

int main() {
    refuse<<<1, 1>>>(4);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
