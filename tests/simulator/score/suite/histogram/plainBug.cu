// Counts are lost: reading, adding and writing are three steps.
#include <cuda_runtime.h>

__global__ void count(const int* values, int* counts) { ++counts[values[threadIdx.x]]; }

int main() {
    constexpr int n = 64;
    int values[n] = {}, *device_values = nullptr, *counts = nullptr;
    for (int i = 0; i < n; ++i) values[i] = i % 4;
    cudaMalloc(&device_values, sizeof values);
    cudaMalloc(&counts, 4 * sizeof(int));
    cudaMemcpy(device_values, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemset(counts, 0, 4 * sizeof(int));
    count<<<1, n>>>(device_values, counts);
    cudaDeviceSynchronize();
    cudaFree(device_values);
    cudaFree(counts);
}
