// Every thread sorts four items by insertion, but looks for a smaller one before the first, too.
#include "../corpus/device.cuh"

constexpr int BLOCK = 32, ITEMS = 4;

__global__ void sort_items(const int* input, int* output) {
    const int first = threadIdx.x * ITEMS;
    int items[ITEMS];
    for (int k = 0; k < ITEMS; ++k) {
        const int item = input[first + k];
        int place = k;
        for (; place >= 0 && items[place - 1] > item; --place) // finds: out-of-bounds
            items[place] = items[place - 1];                   // finds: maybe out-of-bounds
        items[place] = item;                                   // finds: maybe out-of-bounds
    }
    for (int k = 0; k < ITEMS; ++k) output[first + k] = items[k];
}

int main() {
    const RandomNumbers input(BLOCK * ITEMS);
    const DeviceArray<int> output(BLOCK * ITEMS);
    sort_items<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
