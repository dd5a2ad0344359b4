// A barrier that was added against a race is reached by the warps that combine results only.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void attend(const int* input, int* output) {
    __shared__ int results[BLOCK];
    const unsigned t = threadIdx.x;
    results[t] = input[t];
    __syncthreads();
    if (t < BLOCK / 2) {
        const int sum = results[t] + results[t + BLOCK / 2]; // finds: maybe race-shared
#ifndef FIXED
        __syncthreads(); // finds: barrier-divergence
#endif
        output[t] = sum;
    }
#ifdef FIXED
    __syncthreads();
#endif
    results[t] = input[BLOCK - 1 - t];          // finds: maybe race-shared
    __syncthreads();                            // finds: maybe warning barrier-divergence
    output[BLOCK + t] = results[BLOCK - 1 - t]; // finds: maybe race-shared
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(2 * BLOCK);
    attend<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
