// Lesson 03 without its one barrier per step: two buffers keep a step's writes away from its own reads,
// but nothing makes the next step wait for them.
#include "../corpus/device.cuh"

constexpr int BLOCK = 256;

__global__ void double_buffer(const int* input, int* output, int n) {
    __shared__ int buffers[2][BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    buffers[0][t] = i < n ? input[i] : 0;
    buffers[1][t] = 0;
    __syncthreads();

    int current = 0;
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int* from = buffers[current];
        int* to = buffers[1 - current];
        to[t] = t >= distance ? from[t] + from[t - distance] : from[t]; // finds: race-shared
        current = 1 - current;
    }

    if (i < n) output[i] = buffers[current][t];
}

int main() {
    constexpr int n = 700;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    double_buffer<<<3, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
