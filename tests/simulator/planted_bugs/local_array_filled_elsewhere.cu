// A function fills an array of its caller's, but the last thread's only as far as there is input; another adds all of it up.
#include "../corpus/device.cuh"

constexpr int BLOCK = 32, ITEMS = 4;

__device__ void load(const int* input, int n, int (&items)[ITEMS]) {
    const int first = threadIdx.x * ITEMS;
    for (int k = 0; k < ITEMS; ++k)
        if (first + k < n) items[k] = input[first + k];
}

__device__ int total(const int (&items)[ITEMS]) {
    int sum = 0;
    for (int k = 0; k < ITEMS; ++k) sum += items[k]; // finds: uninitialized
    return sum;
}

__global__ void sum_items(const int* input, int* output, int n) {
    int items[ITEMS];
    load(input, n, items);
    output[threadIdx.x] = total(items);
}

int main() {
    constexpr int n = BLOCK * ITEMS - 3;
    const RandomNumbers input(n);
    const DeviceArray<int> output(BLOCK);
    sum_items<<<1, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
