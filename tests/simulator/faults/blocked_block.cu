// One thread waits for its warp in a shuffle, the others for it at the block's barrier.
#include <cuda_runtime.h>

__global__ void meet_nowhere(int* out) {
    if (threadIdx.x == 5)
        *out = __shfl_sync(0xFFFFFFFFu, 1, 0);
    else
        __syncthreads();
}

int main() {
    int* out = nullptr;
    cudaMalloc(&out, sizeof(int));
    meet_nowhere<<<1, 64>>>(out);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
