// Each thread sums up its numbers by halves, and for one number goes on to halve it.
#include "../corpus/device.cuh"

constexpr int BLOCK = 32, ITEMS = 8;

__device__ int sum(const int* numbers, int n) { // finds: stack-overflow
    volatile int half = n / 2;                  // finds: stack-overflow
    if (n == 0) return 0;
    return sum(numbers, half) + sum(numbers + half, n - half); // finds: stack-overflow
}

__global__ void sum_up(const int* input, int* output) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    output[i] = sum(input + i * ITEMS, ITEMS);
}

int main() {
    constexpr int n = 2 * BLOCK;
    const RandomNumbers input(n * ITEMS);
    const DeviceArray<int> output(n);
    sum_up<<<2, BLOCK>>>(input.get(), output.get());
    finish();
}
