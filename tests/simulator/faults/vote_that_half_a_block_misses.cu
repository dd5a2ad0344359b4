// Half of a block waits at a barrier that counts votes, the other half for a value that nobody writes.
#include <cuda_runtime.h>

__global__ void vote(int* values) {
    if (threadIdx.x < 32)
        values[0] = __syncthreads_count(threadIdx.x % 2 == 0);
    else
        while (atomicAdd(values + 1, 0) == 0) {}
}

int main() {
    int* values;
    cudaMalloc(&values, 2 * sizeof(int));
    cudaMemset(values, 0, 2 * sizeof(int));
    vote<<<1, 64>>>(values);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(values);
    return error != cudaSuccess;
}
