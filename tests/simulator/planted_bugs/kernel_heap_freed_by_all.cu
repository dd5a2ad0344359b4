// One thread allocates a buffer for its block, and every thread frees it.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void reverse(const int* input, int* output) {
    __shared__ int* buffer;
    if (threadIdx.x == 0) buffer = new int[BLOCK];
    __syncthreads();
    buffer[threadIdx.x] = input[threadIdx.x];
    __syncthreads();
    output[threadIdx.x] = buffer[BLOCK - 1 - threadIdx.x];
    __syncthreads();
    delete[] buffer; // finds: double-free
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    reverse<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
