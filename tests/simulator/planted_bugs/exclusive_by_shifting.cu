// Lesson 01's exercise, the exclusive scan, by writing the inclusive one a place to the right: the last
// sum, that of all elements, has no place in the output.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void shift(const int* inclusive, int* exclusive, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    if (i == 0) exclusive[0] = 0;
    exclusive[i + 1] = inclusive[i]; // finds: out-of-bounds
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers inclusive(n);
    const DeviceArray<int> exclusive(n);
    shift<<<8, BLOCK>>>(inclusive.get(), exclusive.get(), n);
    finish();
}
