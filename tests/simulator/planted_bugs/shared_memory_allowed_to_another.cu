// Two kernels use 64 KiB of dynamic shared memory. Only one of them was allowed more than 48 KiB: the
// attribute is a kernel's own.
#include "../corpus/device.cuh"

constexpr int BLOCK = 1024, TILE = 16 * BLOCK;

__device__ void reverse(const int* input, int* output, int sign) {
    extern __shared__ int tile[];
    for (int k = threadIdx.x; k < TILE; k += BLOCK) tile[k] = input[k];
    __syncthreads();
    for (int k = threadIdx.x; k < TILE; k += BLOCK) output[k] = sign * tile[TILE - 1 - k];
}

__global__ void reverse_tile(const int* input, int* output) { reverse(input, output, 1); }
__global__ void reverse_and_negate(const int* input, int* output) { reverse(input, output, -1); }

int main() {
    constexpr int bytes = TILE * sizeof(int);
    const RandomNumbers input(TILE);
    const DeviceArray<int> output(TILE);
    check(cudaFuncSetAttribute(reverse_tile, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    reverse_tile<<<1, BLOCK, bytes>>>(input.get(), output.get());
    reverse_and_negate<<<1, BLOCK, bytes>>>(input.get(), output.get()); // finds: invalid-launch
    finish();
}
