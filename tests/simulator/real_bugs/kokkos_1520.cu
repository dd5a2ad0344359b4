// A loop over the lanes of a warp ends, and the next one begins, without anything that synchronises the warp.
#include "../corpus/device.cuh"

template <class Closure>
__device__ void for_each_lane(const Closure& closure) {
    closure(static_cast<int>(threadIdx.x));
#ifdef FIXED
    __syncwarp();
#endif
}

__global__ void two_loops(const int* input, int* output) {
    __shared__ int scratch[32];
    for_each_lane([&](int i) { scratch[i] = 2 * input[i]; });   // finds: race-shared
    for_each_lane([&](int i) { output[i] = scratch[31 - i]; }); // finds: race-shared, maybe uninitialized
}

int main() {
    const RandomNumbers input(32);
    const DeviceArray<int> output(32);
    two_loops<<<1, 32>>>(input.get(), output.get());
    finish();
}
