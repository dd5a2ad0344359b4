// A lane calls a warp operation whose mask does not name it.
#include <cuda_runtime.h>

__global__ void wrong_mask(int* out) { out[threadIdx.x] = __shfl_sync(0x0000FFFFu, 1, 0); }

int main() {
    int* out = nullptr;
    cudaMalloc(&out, 32 * sizeof(int));
    wrong_mask<<<1, 32>>>(out);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
