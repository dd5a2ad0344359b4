// The mask of a quarter of a warp is computed with a remainder where the quotient is meant.
#include "../corpus/device.cuh"

constexpr unsigned WIDTH = 8;

__global__ void reduce_parts(const int* input, int* output) {
    const unsigned lane = threadIdx.x % 32;
#ifdef FIXED
    const unsigned mask = ((1u << WIDTH) - 1) << (lane / WIDTH) * WIDTH;
#else
    const unsigned mask = ((1u << WIDTH) - 1) << (lane % (32 / WIDTH)) * WIDTH;
#endif
    int value = input[threadIdx.x];
    for (unsigned distance = 1; distance < WIDTH; distance *= 2)
        value += __shfl_xor_sync(mask, value, distance, WIDTH); // finds: barrier-divergence
    output[threadIdx.x] = value;
}

int main() {
    const RandomNumbers input(32);
    const DeviceArray<int> output(32);
    reduce_parts<<<1, 32>>>(input.get(), output.get());
    finish();
}
