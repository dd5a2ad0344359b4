// A kernel's output waits in a buffer of the device until the host waits for the kernel.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void tell(int n) {
    if (static_cast<int>(threadIdx.x) < n) printf("thread %u\n", threadIdx.x);
}

int main() {
    tell<<<1, 32>>>(4);
    cudaDeviceSynchronize();
    tell<<<1, 32>>>(0); // prints nothing
    tell<<<1, 32>>>(2); // finds warning: lost-result: Kernel `tell` prints, but the program ends without waiting for it
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
