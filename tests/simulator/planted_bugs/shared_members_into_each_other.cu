// Keys and values stand in one shared struct. The key past the last is the first value.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

struct Table {
    int keys[BLOCK];
    int values[BLOCK];
};

__global__ void compare_neighbours(const int* input, int* output) {
    __shared__ Table table;
    const int t = threadIdx.x;
    table.keys[t] = input[t];
    table.values[t] = t;
    __syncthreads();
    output[t] = table.keys[t + 1] - table.keys[t] + table.values[t]; // finds: out-of-bounds
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    compare_neighbours<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
