// The result is copied to the host after its memory was freed.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void square(const int* input, int* output) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    output[i] = input[i] * input[i];
}

int main() {
    constexpr int n = 4 * BLOCK;
    const RandomNumbers input(n);
    int* output = nullptr;
    check(cudaMalloc(&output, n * sizeof(int)));
    square<<<4, BLOCK>>>(input.get(), output);
    finish();
    check(cudaFree(output));
    int result[n];
    check(cudaMemcpy(result, output, sizeof result, cudaMemcpyDeviceToHost)); // finds: use-after-free
}
