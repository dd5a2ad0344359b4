// A kernel that gives up, in a program that looks at no error.
#include <cuda_runtime.h>

__global__ void give_up() {
    if (threadIdx.x == 3) __trap();
}

int main() {
    give_up<<<1, 32>>>();
    return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 4;
}
