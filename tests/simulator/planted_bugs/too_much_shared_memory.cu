// 64 KiB of dynamic shared memory: more than the 48 KiB that a launch may have without asking for it
// first (cudaFuncSetAttribute), though a device has more.
#include "../corpus/device.cuh"

constexpr int BLOCK = 1024;
constexpr int TILE = 16 * BLOCK;

__global__ void reverse_tile(const int* input, int* output) {
    extern __shared__ int tile[];
    for (int k = threadIdx.x; k < TILE; k += BLOCK) tile[k] = input[k];
    __syncthreads();
    for (int k = threadIdx.x; k < TILE; k += BLOCK) output[k] = tile[TILE - 1 - k];
}

int main() {
    const RandomNumbers input(TILE);
    const DeviceArray<int> output(TILE);
    reverse_tile<<<1, BLOCK, TILE * sizeof(int)>>>(input.get(), output.get()); // finds: invalid-launch
    finish();
}
