// A reduction reads the other warps' results without a barrier. The first fix put one into a branch that not
// all threads take.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void reduce_first(const int* input, int* output) {
    __shared__ int sums[BLOCK];
    const unsigned t = threadIdx.x;
    sums[t] = input[t]; // finds: race-shared
#ifdef FIXED
    __syncthreads();
#endif
    for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half) sums[t] += sums[t + half]; // finds: race-shared, maybe uninitialized
        __syncthreads();
    }
    if (t == 0) *output = sums[0];
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(1);
    reduce_first<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
