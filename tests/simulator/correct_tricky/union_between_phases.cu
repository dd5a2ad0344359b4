// One piece of shared memory for two phases, as a union: ints first, then doubles in the same place.
// The barrier between the phases is what allows it.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

union Storage {
    int numbers[2 * BLOCK];
    double halves[BLOCK];
};

__global__ void add_and_halve(const int* input, double* output) {
    __shared__ Storage storage;
    const int t = threadIdx.x;
    const int first = blockIdx.x * 2 * BLOCK;

    storage.numbers[t] = input[first + t];
    storage.numbers[BLOCK + t] = input[first + BLOCK + t];
    __syncthreads();
    const int sum = storage.numbers[2 * t] + storage.numbers[2 * t + 1];
    __syncthreads();

    storage.halves[t] = sum / 2.0;
    __syncthreads();
    output[blockIdx.x * BLOCK + t] = storage.halves[BLOCK - 1 - t];
}

int main() {
    constexpr int blocks = 4;
    const RandomNumbers input(blocks * 2 * BLOCK);
    const DeviceArray<double> output(blocks * BLOCK);
    add_and_halve<<<blocks, BLOCK>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int i) {
        const int pair = i / BLOCK * BLOCK + BLOCK - 1 - i % BLOCK;
        return (random_number(2 * pair) + random_number(2 * pair + 1)) / 2.0;
    });
}
