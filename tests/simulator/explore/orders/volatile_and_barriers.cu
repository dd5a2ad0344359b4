// Volatile accesses of words of their own, and barriers between: only one order.
#include "../../corpus/device.cuh"

__global__ void mirror(volatile int* data) {
    __shared__ volatile int tile[64];
    tile[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = tile[63 - threadIdx.x];
}

int main() {
    const RandomNumbers data(64);
    mirror<<<1, 64>>>(data.get());
    finish();
    return verdict(data, [](int i) { return random_number(63 - i); });
}
