// The number of blocks follows from n, and n is zero: a grid
// without blocks is refused. Lessons test for n == 0.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void square(const int* input, int* output, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) output[i] = input[i] * input[i];
}

int main() {
    for (const int n : {300, 0}) {
        const RandomNumbers input(n + 1);
        const DeviceArray<int> output(n + 1);
        const int blocks = (n + BLOCK - 1) / BLOCK;
        square<<<blocks, BLOCK>>>(input.get(), output.get(), n); // finds: invalid-launch
        finish();
    }
}
