// A cumulative sum carries the total from tile to tile. Thread 0 adds to the carry while others still read it.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void cumulative_sum(const int* input, int* output, int size) {
    __shared__ int carry, total;
    const unsigned t = threadIdx.x;
    if (t == 0) carry = 0;
    __syncthreads();
    for (int start = 0; start < size; start += BLOCK) {
        int inclusive = 0;
        for (unsigned i = 0; i <= t; ++i) inclusive += input[start + i];
        if (t == BLOCK - 1) total = inclusive;
        __syncthreads();
        output[start + t] = inclusive + carry; // finds: race-shared
#ifdef FIXED
        __syncthreads();
#endif
        if (t == 0) carry += total; // finds: race-shared
        __syncthreads();
    }
}

int main() {
    const RandomNumbers input(3 * BLOCK);
    const DeviceArray<int> output(input.size());
    cumulative_sum<<<1, BLOCK>>>(input.get(), output.get(), input.size());
    finish();
}
