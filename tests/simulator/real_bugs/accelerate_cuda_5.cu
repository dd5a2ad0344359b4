// A generated fold puts its barriers into the branches of the threads that still take part.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void fold_all(const int* input, int* output) {
    __shared__ int sums[BLOCK];
    const unsigned t = threadIdx.x;
    sums[t] = input[t];
    __syncthreads();
    for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
#ifdef FIXED
        if (t < half) sums[t] += sums[t + half];
        __syncthreads();
#else
        if (t < half) {
            sums[t] += sums[t + half]; // finds: maybe race-shared
            __syncthreads();           // finds: barrier-divergence
        }
#endif
    }
    if (t == 0) *output = sums[0];
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(1);
    fold_all<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
