// Two instances of one template, called by different warps, meet at what is one line of the source.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

template <class T>
__device__ T first_of_block(T mine) {
    __shared__ T first;
    if (threadIdx.x % 32 == 0) first = mine;
    __syncthreads();
    return first;
}

__global__ void broadcast(const int* input, int* output) {
    const int i = threadIdx.x;
    if (i < 32) {
        output[i] = first_of_block(input[i]); // finds: barrier-divergence
    } else {
        output[i] = static_cast<int>(first_of_block(1.0 * input[i])); // finds: barrier-divergence
    }
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    broadcast<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
