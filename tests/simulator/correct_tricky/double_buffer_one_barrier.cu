// Lesson 03: one barrier per step. Two steps are needed to come
// back to a buffer, and between them lies a barrier.
#include "../corpus/device.cuh"

constexpr int BLOCK = 256;

__global__ void double_buffer(const int* input, int* output, int n) {
    __shared__ int buffers[2][BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    buffers[0][t] = i < n ? input[i] : 0;
    __syncthreads();

    int current = 0;
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int* from = buffers[current];
        int* to = buffers[1 - current];
        to[t] = t >= distance ? from[t] + from[t - distance] : from[t];
        __syncthreads();
        current = 1 - current;
    }

    if (i < n) output[i] = buffers[current][t];
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    double_buffer<<<4, BLOCK>>>(input.get(), output.get(), n);
    finish();
    return verdict(output, InclusiveScan{BLOCK});
}
