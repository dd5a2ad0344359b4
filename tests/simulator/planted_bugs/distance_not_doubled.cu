// The step from one round to the next is forgotten: the block goes through barriers for ever.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void scan_block(const int* input, int* output) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    sums[t] = input[t];
    __syncthreads();
    for (int distance = 1; distance < BLOCK;) {                  // finds: timeout
        const int left = t >= distance ? sums[t - distance] : 0; // finds: timeout
        __syncthreads();                                         // finds: timeout
        sums[t] += left;                                         // finds: timeout
        __syncthreads();                                         // finds: timeout
    }
    output[t] = sums[t];
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    scan_block<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
