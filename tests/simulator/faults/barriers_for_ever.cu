// A scan in shared memory whose stride is never doubled: every thread comes to the barriers for ever.
#include <cuda_runtime.h>

__global__ void forgets_to_double(int* data) {
    __shared__ int sums[2];
    sums[threadIdx.x] = data[threadIdx.x];
    for (unsigned stride = 1; stride < blockDim.x;) {
        __syncthreads();
        const int left = threadIdx.x >= stride ? sums[threadIdx.x - stride] : 0;
        __syncthreads();
        sums[threadIdx.x] += left;
    }
    data[threadIdx.x] = sums[threadIdx.x];
}

int main() {
    int* data = nullptr;
    cudaMalloc(&data, 2 * sizeof(int));
    cudaMemset(data, 0, 2 * sizeof(int));
    forgets_to_double<<<1, 2>>>(data);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
