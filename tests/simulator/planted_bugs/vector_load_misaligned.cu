// Lesson 05 on an array that begins at its second element: a 16-byte load needs an address that is a
// multiple of 16. Here a GPU stops, too, but does not say where.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void sum_fours(const int* input, int* output) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int4 items = reinterpret_cast<const int4*>(input)[i]; // finds: misaligned
    output[i] = items.x + items.y + items.z + items.w;
}

int main() {
    constexpr int blocks = 4, n = blocks * BLOCK;
    const RandomNumbers input(4 * n + 4);
    const DeviceArray<int> output(n);
    sum_fours<<<blocks, BLOCK>>>(input.get() + 1, output.get());
    finish();
}
