// Four values are loaded as one int4 and worked on as an array: a union holds them as both.
#include "../corpus/device.cuh"

constexpr int BLOCK = 32;

union Items {
    int4 vector;
    int array[4];
};

__global__ void scan_items(const int4* input, int4* output) {
    Items items;
    items.vector = input[threadIdx.x];
    for (int k = 1; k < 4; ++k) items.array[k] += items.array[k - 1];
    output[threadIdx.x] = items.vector;
}

int main() {
    const RandomNumbers input(4 * BLOCK);
    const DeviceArray<int> output(4 * BLOCK);
    scan_items<<<1, BLOCK>>>(reinterpret_cast<const int4*>(input.get()), reinterpret_cast<int4*>(output.get()));
    finish();
    return verdict(output, InclusiveScan{4});
}
