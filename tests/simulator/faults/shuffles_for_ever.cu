// A scan of a warp whose stride is never doubled.
#include <cuda_runtime.h>

__global__ void forgets_to_double(int* data) {
    int sum = data[threadIdx.x];
    for (unsigned stride = 1; stride < blockDim.x;) {
        const int left = __shfl_up_sync(3, sum, stride);
        if (threadIdx.x >= stride) sum += left;
    }
    data[threadIdx.x] = sum;
}

int main() {
    int* data = nullptr;
    cudaMalloc(&data, 2 * sizeof(int));
    cudaMemset(data, 0, 2 * sizeof(int));
    forgets_to_double<<<1, 2>>>(data);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
