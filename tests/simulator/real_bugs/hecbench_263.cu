// The last levels of a reduction are left to one warp and a volatile array: its lanes were taken to run in step.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__device__ void minimum_of_warp(volatile int* values, unsigned t) {
    for (unsigned distance = 16; distance > 0; distance /= 2) {
#ifdef FIXED
        const int smaller = min(values[t], values[t + distance]);
        __syncwarp();
        values[t] = smaller;
        __syncwarp();
#else
        values[t] = min(values[t], values[t + distance]); // finds: race-shared
#endif
    }
}

__global__ void minimum(const int* input, int* output) {
    __shared__ int values[BLOCK];
    const unsigned t = threadIdx.x;
    values[t] = input[t];
    __syncthreads();
    if (t < 32) minimum_of_warp(values, t);
    if (t == 0) *output = values[0];
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(1);
    minimum<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
