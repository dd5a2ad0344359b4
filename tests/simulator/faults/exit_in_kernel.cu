// A thread means to return, and ends the program, by a function for both sides: of this nvcc only warns.
#include <cuda_runtime.h>

#include <cstdlib>

__host__ __device__ void stop() { exit(0); }

__global__ void leave() {
    if (threadIdx.x == 5) stop();
}

int main() {
    leave<<<1, 32>>>();
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
