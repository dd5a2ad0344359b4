// Two warps meet at barrier 0, which is that of __syncthreads(), where the other warps wait.
// only some orders show it
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void reverse(const int* input, int* output) {
    __shared__ int tile[BLOCK];
    const int t = threadIdx.x;
    tile[t] = input[t];
    if (t < BLOCK / 2) asm volatile("bar.sync 0, 64;" ::: "memory"); // finds: barrier-divergence
    __syncthreads();
    output[t] = tile[BLOCK - 1 - t];
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    reverse<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
