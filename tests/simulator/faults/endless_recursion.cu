// A function that calls itself once too often.
#include <cuda_runtime.h>

__device__ int sum_up(int n) {
    volatile int own = n;
    if (n == 0) return 0; // it never is
    return sum_up(n + 1) + own;
}

__global__ void recurse(int* out) { *out = sum_up(1); }

int main() {
    int* out = nullptr;
    cudaMalloc(&out, sizeof(int));
    recurse<<<1, 1>>>(out);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
