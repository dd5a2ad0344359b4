// A thread waits for a flag that nobody raises.
#include <cuda_runtime.h>

__global__ void wait_for_nobody(int* flag) {
    while (atomicAdd(flag, 0) == 0) {}
}

int main() {
    int* flag = nullptr;
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    wait_for_nobody<<<2, 32>>>(flag);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
