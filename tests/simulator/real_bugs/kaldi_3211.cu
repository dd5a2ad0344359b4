// A reduction has barriers while more than a warp takes part, and nothing after that.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void vector_sum(const int* input, int* output) {
    __shared__ int sums[BLOCK];
    const unsigned t = threadIdx.x;
    sums[t] = input[t];
    __syncthreads();
    for (unsigned half = BLOCK / 2; half > 32; half /= 2) {
        if (t < half) sums[t] += sums[t + half];
        __syncthreads();
    }
    for (unsigned half = 32; half > 0; half /= 2) {
        if (t < half) sums[t] += sums[t + half]; // finds: race-shared
#ifdef FIXED
        __syncwarp();
#endif
    }
    if (t == 0) *output = sums[0]; // finds: maybe race-shared
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(1);
    vector_sum<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
