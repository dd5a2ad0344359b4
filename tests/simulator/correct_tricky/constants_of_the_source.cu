// Constants that kernels may use as they stand: numbers of the host's source, and tables of a
// function's own.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, OFFSET = 7;
const int FACTOR = 3;

__device__ int step(int k) {
    constexpr int steps[] = {1, 4, 9, 16};
    return steps[k % 4];
}

__global__ void compute(const int* input, int* output) {
    const int parts[2][2] = {{FACTOR, 1}, {-1, OFFSET}};
    const int t = threadIdx.x;
    output[t] = parts[0][0] * input[t] + parts[1][1] + step(t) * parts[t % 2][(t + 1) % 2];
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    compute<<<1, BLOCK>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int t) {
        const int square = (t % 4 + 1) * (t % 4 + 1);
        return FACTOR * random_number(t) + OFFSET + square * (t % 2 == 0 ? 1 : -1);
    });
}
