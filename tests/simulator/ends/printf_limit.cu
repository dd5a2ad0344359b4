// A launch that prints more than the device's buffer holds, and one after it.
#include <cuda_runtime.h>

#include <cstdio>

__host__ __device__ void end_line() { puts(" and so on"); } // of a kernel nvcc refuses it

__global__ void print(int digit, int rounds) {
    for (int i = 0; i < rounds; ++i) {
        for (int k = 0; k < 6; ++k) printf("%d", digit);
        end_line();
    }
    if (rounds > 1000) printf("999999\n"); // too late
}

int main() {
    cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4096);
    print<<<1, 1>>>(0, 10000);
    print<<<1, 1>>>(1, 2);
    const bool right = cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < 1000; ++i) printf("the host may print on\n");
    if (right) printf("ok\n");
    return right ? 0 : 1;
}
