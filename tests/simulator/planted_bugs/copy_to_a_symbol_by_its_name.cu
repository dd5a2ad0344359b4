// cudaMemcpy() with the name of a constant, which on the host is no address of the device:
// cudaMemcpyToSymbol() takes it.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__constant__ int weights[4];

__global__ void weigh(const int* input, int* output) { output[threadIdx.x] = weights[threadIdx.x % 4] * input[threadIdx.x]; }

int main() {
    const int host_weights[4] = {1, 2, 3, 4};
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    check(cudaMemcpy(weights, host_weights, sizeof weights, cudaMemcpyHostToDevice)); // finds: bad-copy
    weigh<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
