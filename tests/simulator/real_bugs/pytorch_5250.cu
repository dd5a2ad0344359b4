// A block reduction has a barrier between its store and its sum. The one before the call was removed as superfluous,
// but the call is in a loop.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__device__ int reduce_block(int* shared, int value) {
    shared[threadIdx.x] = value; // finds: race-shared
    __syncthreads();
    int sum = 0;
    if (threadIdx.x == 0)
        for (int i = 0; i < BLOCK; ++i) sum += shared[i]; // finds: race-shared
    return sum;
}

__global__ void margin_criterion(const int* input, int* losses, int targets) {
    __shared__ int shared[BLOCK];
    for (int target = 0; target < targets; ++target) {
        const int value = input[target * BLOCK + threadIdx.x];
#ifdef FIXED
        __syncthreads();
#endif
        const int sum = reduce_block(shared, value);
        if (threadIdx.x == 0) losses[target] = sum;
    }
}

int main() {
    constexpr int targets = 3;
    const RandomNumbers input(targets * BLOCK);
    const DeviceArray<int> losses(targets);
    margin_criterion<<<1, BLOCK>>>(input.get(), losses.get(), targets);
    finish();
}
