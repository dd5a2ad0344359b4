// The launch asks for dynamic shared memory in elements instead of bytes, so the kernel gets a quarter of what it uses.
// GPUs round the size up, so this often passes unnoticed.
#include "../corpus/device.cuh"

constexpr int BLOCK = 256;

__global__ void reverse_tiles(const int* input, int* output) {
    extern __shared__ int tile[];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    tile[threadIdx.x] = input[i]; // finds: out-of-bounds
    __syncthreads();
    output[i] = tile[BLOCK - 1 - threadIdx.x]; // finds: out-of-bounds
}

int main() {
    constexpr int blocks = 4;
    const RandomNumbers input(blocks * BLOCK);
    const DeviceArray<int> output(blocks * BLOCK);
    reverse_tiles<<<blocks, BLOCK, BLOCK>>>(input.get(), output.get());
    finish();
}
