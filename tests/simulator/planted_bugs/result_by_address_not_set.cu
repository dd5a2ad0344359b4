// What is to say where the first negative element lies is left as it was if there is none.
#include "../corpus/device.cuh"

constexpr int BLOCK = 32, ITEMS = 2;

__device__ void find_negative(const int* items, int* position) {
    for (int k = ITEMS; k-- > 0;)
        if (items[k] < 0) *position = k;
}

__global__ void first_negative(const int* input, int* output) {
    int position;
    find_negative(input + threadIdx.x * ITEMS, &position);
    output[threadIdx.x] = position; // finds: uninitialized
}

int main() {
    const RandomNumbers input(BLOCK * ITEMS);
    const DeviceArray<int> output(BLOCK);
    first_negative<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
