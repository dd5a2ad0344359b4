// The kernel writes to one array, and the host fetches the other, to which nothing was ever written.
#include "../corpus/device.cuh"

#include <vector>

constexpr int BLOCK = 128;

__global__ void square(const int* input, int* output) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    output[i] = input[i] * input[i];
}

int main() {
    constexpr int blocks = 4, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> squares(n), output(n);
    square<<<blocks, BLOCK>>>(input.get(), squares.get());
    std::vector<int> results(n);
    constexpr auto down = cudaMemcpyDeviceToHost;
    check(cudaMemcpy(results.data(), output.get(), output.bytes(), down)); // finds: warning uninitialized
    finish();
}
