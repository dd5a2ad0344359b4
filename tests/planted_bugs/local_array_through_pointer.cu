// A function that sums up a thread's items is told that there are five, and the caller has four.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, ITEMS = 4;

__device__ int sum_of(const int* items, int count) {
    int sum = 0;
    for (int k = 0; k < count; ++k) sum += items[k]; // finds: out-of-bounds
    return sum;
}

__global__ void sum_items(const int* input, int* output) {
    const int t = threadIdx.x;
    int items[ITEMS];
    for (int k = 0; k < ITEMS; ++k) items[k] = input[t * ITEMS + k];
    output[t] = sum_of(items, ITEMS + 1);
}

int main() {
    const RandomNumbers input(BLOCK * ITEMS);
    const DeviceArray<int> output(BLOCK);
    sum_items<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
