// One half of the block waits at one __syncthreads(), the other half at another. GPUs count arrivals,
// not places, and let them pass; CUDA demands that all threads come to the same one.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void swap_halves(const int* input, int* output) {
    __shared__ int values[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;
    if (t < BLOCK / 2) {
        values[t] = input[i];
        __syncthreads(); // finds: barrier-divergence
        output[i] = values[t + BLOCK / 2];
    } else {
        values[t] = -input[i];
        __syncthreads(); // finds: barrier-divergence
        output[i] = values[t - BLOCK / 2];
    }
}

int main() {
    constexpr int blocks = 4, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    swap_halves<<<blocks, BLOCK>>>(input.get(), output.get());
    finish();
}
