// A program that knows nothing of the harness: each block of four scans its part of an array, in place.
#include <cuda_runtime.h>

__global__ void scan_in_place(int* data) {
    const int t = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + t;
    for (int distance = 1; distance < 4; distance *= 2) {
        const int left = t >= distance ? data[i - distance] : 0;
        __syncthreads();
        data[i] += left;
        __syncthreads();
    }
}

int main() {
    const int values[] = {1, 2, 4, 8, 16, 32, 64, 128};
    int* data = nullptr;
    cudaMalloc(&data, sizeof values);
    cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);
    scan_in_place<<<2, 4>>>(data);
    cudaDeviceSynchronize();
    cudaFree(data);
}
