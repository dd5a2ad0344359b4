// Only thread 0 gets the sum of the block, but every thread compares with it.
#include "../corpus/device.cuh"

#include <cub/cub.cuh>

constexpr int BLOCK = 128;

__global__ void above_the_mean(const int* input, int* output) {
    using Reduce = cub::BlockReduce<int, BLOCK>;
    __shared__ Reduce::TempStorage storage;
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int sum = Reduce(storage).Sum(input[i]);
    output[i] = input[i] * BLOCK > sum ? 1 : 0; // finds: uninitialized
}

int main() {
    const RandomNumbers input(4 * BLOCK);
    const DeviceArray<int> output(4 * BLOCK);
    above_the_mean<<<4, BLOCK>>>(input.get(), output.get());
    finish();
}
