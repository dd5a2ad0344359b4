// A scan in place: within a step, a thread reads what its neighbour writes between the same two barriers.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void running_maximum(const int* input, int* output) {
    __shared__ int values[BLOCK];
    const unsigned t = threadIdx.x;
    values[t] = input[t];
    __syncthreads();
    for (unsigned distance = 1; distance < BLOCK; distance *= 2) {
#ifdef FIXED
        const int other = t >= distance ? values[t - distance] : values[t];
        __syncthreads();
        values[t] = max(values[t], other);
#else
        if (t >= distance) values[t] = max(values[t], values[t - distance]); // finds: race-shared
#endif
        __syncthreads();
    }
    output[t] = values[t];
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    running_maximum<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
