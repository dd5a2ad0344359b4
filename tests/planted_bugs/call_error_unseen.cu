// A kernel is to get more shared memory than any device has. CUDA
// refuses, nobody looks, and the launch makes do with what there is.
#include "../corpus/device.cuh"

__global__ void reverse(const int* input, int* output) {
    extern __shared__ int tile[];
    tile[threadIdx.x] = input[threadIdx.x];
    __syncthreads();
    output[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

int main() {
    constexpr int n = 128, bytes = 1 << 20;
    constexpr auto limit = cudaFuncAttributeMaxDynamicSharedMemorySize;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    cudaFuncSetAttribute(reverse, limit, bytes); // finds: unchecked-error
    reverse<<<1, n, n * sizeof(int)>>>(input.get(), output.get());
    check(cudaDeviceSynchronize());
}
