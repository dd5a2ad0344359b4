// A shuffle over segments of three lanes.
#include <cuda_runtime.h>

__global__ void wrong_width(int* out) { out[threadIdx.x] = __shfl_down_sync(0xFFFFFFFFu, 1, 1, 3); }

int main() {
    int* out = nullptr;
    cudaMalloc(&out, 32 * sizeof(int));
    wrong_width<<<1, 32>>>(out);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
