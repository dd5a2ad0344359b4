// Two shared arrays of a block's size. What ought to go into the second is written a block further into
// the first.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void swap_halves(const int* input, int* output) {
    __shared__ int left[BLOCK], right[BLOCK];
    const int t = threadIdx.x;
    left[t] = input[t];
    left[BLOCK + t] = input[BLOCK + t]; // finds: out-of-bounds
    __syncthreads();
    output[t] = right[t]; // finds: maybe uninitialized
    output[BLOCK + t] = left[t];
}

int main() {
    const RandomNumbers input(2 * BLOCK);
    const DeviceArray<int> output(2 * BLOCK);
    swap_halves<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
