// The maximum of a thread's items is set only if one of them is positive; and two values only in the first lane, while all take
// them from the second.
// every marked place has to be found
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

__global__ void shift(const int* input, int* output) {
    int by, from;
    if (threadIdx.x == 0) by = input[0], from = 1;
    const int distance = __shfl_sync(~0u, by, 1);
    output[threadIdx.x] = input[threadIdx.x] + distance;         // finds: uninitialized
    if (__shfl_sync(~0u, from, 1) > 0) output[threadIdx.x] += 1; // finds: uninitialized
}

int main() {
    const RandomNumbers input(BLOCK * ITEMS);
    const DeviceArray<int> output(BLOCK);
    largest<<<1, BLOCK>>>(input.get(), output.get());
    shift<<<1, 32>>>(input.get(), output.get());
    finish();
}
