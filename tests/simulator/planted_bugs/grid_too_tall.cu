// One row of the grid for each of 70000 rows: along y a grid
// may have 65535 blocks, though along x 2^31 - 1.
#include "../corpus/device.cuh"

constexpr int WIDTH = 2;

__global__ void negate(const int* input, int* output) {
    const int i = blockIdx.y * WIDTH + threadIdx.x;
    output[i] = -input[i];
}

int main() {
    constexpr int rows = 70000, n = rows * WIDTH;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    negate<<<dim3(1, rows), WIDTH>>>(input.get(), output.get()); // finds: invalid-launch
    finish();
}
