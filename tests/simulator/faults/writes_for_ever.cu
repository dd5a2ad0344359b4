// A thread counts without end: nobody waits for it, and it waits for nobody.
#include <cuda_runtime.h>

__global__ void count_for_ever(int* count) {
    while (atomicAdd(count, 1) >= 0) atomicExch(count, 0);
}

int main() {
    int* count = nullptr;
    cudaMalloc(&count, sizeof(int));
    cudaMemset(count, 0, sizeof(int));
    count_for_ever<<<1, 1>>>(count);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
