// A stencil of two neighbours on either side has five weights, of which four are there.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, RADIUS = 2;

__constant__ int weights[2 * RADIUS];
__constant__ int scale;

__global__ void smooth(const int* input, int* output) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    int sum = 0;
    for (int k = 0; k <= 2 * RADIUS; ++k) sum += weights[k] * input[i + k]; // finds: out-of-bounds
    output[i] = sum * scale;
}

int main() {
    constexpr int n = 2 * BLOCK, host_weights[2 * RADIUS] = {1, 2, 2, 1}, host_scale = 3;
    check(cudaMemcpyToSymbol(weights, host_weights, sizeof weights));
    check(cudaMemcpyToSymbol(scale, &host_scale, sizeof scale));
    const RandomNumbers input(n + 2 * RADIUS);
    const DeviceArray<int> output(n);
    smooth<<<2, BLOCK>>>(input.get(), output.get());
    finish();
}
