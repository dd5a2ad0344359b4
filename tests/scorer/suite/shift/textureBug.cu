// Does not compile for the simulator, which has no textures.
#include <cuda_runtime.h>

__global__ void shift(cudaTextureObject_t input, int* output) {
    output[threadIdx.x] = tex1Dfetch<int>(input, threadIdx.x - 1);
}

int main() { shift<<<1, 64>>>(0, nullptr); }
