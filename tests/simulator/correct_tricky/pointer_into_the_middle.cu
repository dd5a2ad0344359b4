// A pointer to the middle of an allocation, with a cell of padding on both sides, is used with negative
// indices, too: the allocation is what bounds it, not the pointer.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void add_neighbours(const int* input, int* output) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    output[i] = input[i - 1] + input[i + 1];
}

int main() {
    constexpr int blocks = 3, n = blocks * BLOCK;
    const RandomNumbers numbers(n + 2);
    const DeviceArray<int> output(n);
    add_neighbours<<<blocks, BLOCK>>>(numbers.get() + 1, output.get());
    finish();
    return verdict(output, [](int i) { return random_number(i) + random_number(i + 2); });
}
