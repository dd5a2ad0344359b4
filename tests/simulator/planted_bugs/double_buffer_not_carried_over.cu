// Lesson 03, but elements that no longer change stay where they are: after the swap the next step looks
// for them in the buffer that nobody has written.
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
        if (t >= distance) to[t] = from[t] + from[t - distance]; // finds: uninitialized
        __syncthreads();
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
