// Labelled as correct by its name, but it is not: the counts are never set to zero.
#include <cuda_runtime.h>

__global__ void count(const int* values, int* counts) { atomicAdd(&counts[values[threadIdx.x]], 1); }

int main() {
    constexpr int n = 64;
    int values[n] = {}, *device_values = nullptr, *counts = nullptr;
    for (int i = 0; i < n; ++i) values[i] = i % 4;
    cudaMalloc(&device_values, sizeof values);
    cudaMalloc(&counts, 4 * sizeof(int));
    cudaMemcpy(device_values, values, sizeof values, cudaMemcpyHostToDevice);
    count<<<1, n>>>(device_values, counts);
    cudaDeviceSynchronize();
    cudaFree(device_values);
    cudaFree(counts);
}
