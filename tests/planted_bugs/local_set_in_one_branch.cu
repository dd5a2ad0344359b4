// The maximum of a thread's items is set only if one of them is positive.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, ITEMS = 2;

__global__ void largest(const int* input, int* output) {
    int most;
    bool any = false;
    for (int k = 0; k < ITEMS; ++k) {
        const int item = input[threadIdx.x * ITEMS + k];
        if (item > 0 && (!any || item > most)) most = item;
        any |= item > 0;
    }
    output[threadIdx.x] = most; // finds: uninitialized
}

int main() {
    const RandomNumbers input(BLOCK * ITEMS);
    const DeviceArray<int> output(BLOCK);
    largest<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
