// No elements at all: nothing is launched, copies and memsets of zero bytes do nothing, an allocation
// of zero bytes is a null pointer, and freeing that is allowed.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void square(int* data, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) data[i] *= data[i];
}

void square_all(const DeviceArray<int>& data) {
    const int blocks = (data.size() + BLOCK - 1) / BLOCK;
    if (blocks > 0) square<<<blocks, BLOCK>>>(data.get(), data.size());
}

int main() {
    const DeviceArray<int> nothing(0);
    nothing.clear();
    square_all(nothing);
    check(cudaMemcpy(nothing.get(), nothing.get(), nothing.bytes(), cudaMemcpyDeviceToDevice));

    const RandomNumbers something(65);
    square_all(something);
    finish();
    return verdict(something, [](int i) { return random_number(i) * random_number(i); });
}
