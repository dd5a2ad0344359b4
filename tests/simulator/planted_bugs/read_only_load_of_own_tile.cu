// The barrier orders the writes before the reads, but __ldg() goes through the read-only cache, which
// need not see what the same launch has written.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void reverse_in_place(int* data) {
    int* const tile = data + blockIdx.x * BLOCK;
    const int value = tile[threadIdx.x];
    __syncthreads();
    tile[BLOCK - 1 - threadIdx.x] = 2 * value; // finds: race-global
    __syncthreads();
    const int doubled = __ldg(&tile[threadIdx.x]); // finds: race-global
    __syncthreads();
    if (doubled == 0) printf("a zero\n");
}

int main() {
    const RandomNumbers data(4 * BLOCK);
    reverse_in_place<<<4, BLOCK>>>(data.get());
    finish();
}
