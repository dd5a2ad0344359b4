// Whoever finds a negative number sets a volatile flag: several lanes of a warp may store the same
// value.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void any_negative(const int* input, int* output) {
    __shared__ volatile int found;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    if (input[blockIdx.x * BLOCK + threadIdx.x] < 0) found = 1;
    __syncthreads();
    if (threadIdx.x == 0) output[blockIdx.x] = found;
}

int main() {
    constexpr int blocks = 2;
    const RandomNumbers input(blocks * BLOCK);
    const DeviceArray<int> output(blocks);
    any_negative<<<blocks, BLOCK>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int) { return 1; });
}
