// The last thread has fewer items than the others, and adds up as many as they do.
#include "../corpus/device.cuh"

constexpr int BLOCK = 32, ITEMS = 4;

__global__ void sum_items(const int* input, int* output, int n) {
    int items[ITEMS];
    const int first = threadIdx.x * ITEMS;
    for (int k = 0; k < ITEMS && first + k < n; ++k) items[k] = input[first + k];
    int sum = 0;
    for (int k = 0; k < ITEMS; ++k) sum += items[k];
    output[threadIdx.x] = sum; // finds: uninitialized
}

int main() {
    constexpr int n = BLOCK * ITEMS - 3;
    const RandomNumbers input(n);
    const DeviceArray<int> output(BLOCK);
    sum_items<<<1, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
