// A kernel that gives up.
#include <cuda_runtime.h>

__global__ void give_up() {
    if (threadIdx.x == 3) __trap();
}

int main() {
    give_up<<<1, 32>>>();
    return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 4 : 0;
}
