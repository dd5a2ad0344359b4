// What fails only because a kernel has failed before is no finding of its own.
#include <cuda_runtime.h>

__global__ void fill(int* values, int n) { values[threadIdx.x + n] = 1; } // finds out-of-bounds: A thread writes `values.10.`

void fill_on_device(int n) {
    int* values; // after the error cudaMalloc() leaves it as it is
    cudaMalloc(&values, n * sizeof(int));
    fill<<<1, 1>>>(values, n);
    cudaDeviceSynchronize();
    cudaFree(values);
}

int main() {
    fill_on_device(10);
    fill_on_device(20);
}
