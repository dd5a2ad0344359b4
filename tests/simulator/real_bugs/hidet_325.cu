// A generated reduction sets its accumulator to zero in one thread, and adds to it in all.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void reduce(const int* input, int* output) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0; // finds: race-shared
#ifdef FIXED
    __syncthreads();
#endif
    atomicAdd(&sum, input[threadIdx.x]); // finds: race-shared, maybe uninitialized
    __syncthreads();
    if (threadIdx.x == 0) *output = sum;
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(1);
    reduce<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
