// A kernel that is launched through a pointer: messages know its name and its parameters all the same.
#include <cuda_runtime.h>

namespace {
template <int BLOCK>
__global__ void fill(int* output) {
    output[blockIdx.x * BLOCK + threadIdx.x] = 1;
}
} // namespace

int main() {
    int* memory = nullptr;
    cudaMalloc(&memory, 100 * sizeof(int));
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(2);
    config.blockDim = dim3(64);
    cudaLaunchKernelEx(&config, fill<64>, memory);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
