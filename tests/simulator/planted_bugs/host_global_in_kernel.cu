// The kernel is given the address of a global array of the host.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

int offsets[4] = {10, 20, 30, 40};

__global__ void add_offsets(const int* input, const int* table, int* output) {
    const int t = threadIdx.x;
    output[t] = input[t] + table[t % 4]; // finds: out-of-bounds
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    add_offsets<<<1, BLOCK>>>(input.get(), offsets, output.get());
    finish();
}
