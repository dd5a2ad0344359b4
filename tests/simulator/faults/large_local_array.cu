// An array so large that its end is far below the stack, and below the page that guards it.
#include <cuda_runtime.h>

__global__ void fill(int* out, int n) {
    volatile int values[300000];
    for (int i = 0; i < n; ++i) values[i] = i;
    *out = values[n / 2];
}

int main() {
    int* out = nullptr;
    cudaMalloc(&out, sizeof(int));
    fill<<<1, 32>>>(out, 10);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
