// A generated kernel calls two warp reductions in a row, with the same shared memory for the warps' results.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128, WARPS = BLOCK / 32;

__device__ int reduce(int value, int* shared) {
    for (int offset = 16; offset > 0; offset /= 2) value += __shfl_xor_sync(0xffffffff, value, offset);
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = value; // finds: race-shared
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < WARPS; ++i) sum += shared[i]; // finds: race-shared
#ifdef FIXED
    __syncthreads();
#endif
    return sum;
}

__global__ void mean_and_square(const int* input, int* output) {
    __shared__ int shared[WARPS];
    const int x = input[threadIdx.x];
    const int sum = reduce(x, shared);
    const int squares = reduce(x * x, shared);
    output[threadIdx.x] = squares - sum;
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    mean_and_square<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
