// Every thread constructs its item where the block's first one stands.
#include "../corpus/device.cuh"

#include <new>

constexpr int BLOCK = 64;

struct Item {
    int key, value;
};

__device__ Item item_of(int number) { return {number, 2 * number + 1}; }

__global__ void construct(Item* items) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    new (&items[blockIdx.x]) Item(item_of(i)); // finds: race-global
}

int main() {
    const DeviceArray<Item> items(2 * BLOCK);
    construct<<<2, BLOCK>>>(items.get());
    finish();
}
