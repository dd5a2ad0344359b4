// The stream is destroyed before the last launch that goes into it. On an H200 the program crashes
// there.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void halve(const int* input, int* output) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    output[i] = input[i] / 2;
}

int main() {
    constexpr int blocks = 4, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    cudaStream_t stream = nullptr;
    check(cudaStreamCreate(&stream));
    halve<<<blocks, BLOCK, 0, stream>>>(input.get(), output.get());
    check(cudaStreamDestroy(stream));
    halve<<<blocks, BLOCK, 0, stream>>>(input.get(), output.get()); // finds: use-after-free
    finish();
}
