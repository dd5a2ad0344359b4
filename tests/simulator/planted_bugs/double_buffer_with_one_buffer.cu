// Lesson 03 with `to` pointing at the buffer it reads: one barrier per step is then one too few. Inside a
// warp a GPU happens to read before it writes.
#include "../corpus/device.cuh"

constexpr int BLOCK = 256;

__global__ void double_buffer(const int* input, int* output, int n) {
    __shared__ int buffers[2][BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    buffers[0][t] = i < n ? input[i] : 0;
    __syncthreads();

    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int* from = buffers[0];
        int* to = buffers[0];
        to[t] = t >= distance ? from[t] + from[t - distance] : from[t]; // finds: race-shared
        __syncthreads();
    }

    if (i < n) output[i] = buffers[0][t];
}

int main() {
    constexpr int n = 700;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    double_buffer<<<3, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
