// Each thread adds up a column, and begins with whatever the sum happens to be.
#include "../corpus/device.cuh"

constexpr int COLUMNS = 64, ROWS = 8;

__device__ void add(int& sum, int number) { sum += number; } // finds: uninitialized

__global__ void sum_columns(const int* input, int* output) {
    int sum;
    for (int row = 0; row < ROWS; ++row) add(sum, input[row * COLUMNS + threadIdx.x]);
    output[threadIdx.x] = sum;
}

int main() {
    const RandomNumbers input(ROWS * COLUMNS);
    const DeviceArray<int> output(COLUMNS);
    sum_columns<<<1, COLUMNS>>>(input.get(), output.get());
    finish();
}
