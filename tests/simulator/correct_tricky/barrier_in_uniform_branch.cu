// Barriers inside branches, loops and functions, on conditions that are the same for all threads of a
// block, though not for all blocks: each block's threads come to each barrier together.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__device__ void reverse(int* values) {
    const int other = values[BLOCK - 1 - threadIdx.x];
    __syncthreads();
    values[threadIdx.x] = other;
    __syncthreads();
}

__global__ void turn_around(const int* input, int* output) {
    __shared__ int values[BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    values[threadIdx.x] = input[i];
    __syncthreads();
    if (blockIdx.x % 2 == 1) reverse(values);
    for (unsigned round = 0; round < blockIdx.x; ++round) reverse(values);
    output[i] = values[threadIdx.x];
}

int main() {
    constexpr int n = 6 * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    turn_around<<<6, BLOCK>>>(input.get(), output.get());
    finish();
    return verdict(output, random_number); // every block is turned around an even number of times
}
