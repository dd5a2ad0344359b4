// Threads past the end of the array are to do nothing, and end the program, with a code that means success. (nvcc refuses a kernel that
// calls exit(), but of a function for both sides it only warns.)
#include "../corpus/device.cuh"

#include <cstdlib>

constexpr int BLOCK = 128;

__host__ __device__ void stop() {
    exit(0); // finds: host-call
}

__global__ void double_all(const int* input, int* output, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) stop();
    output[i] = 2 * input[i];
}

int main() {
    constexpr int n = 2 * BLOCK + 5;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    double_all<<<3, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
