// A spin lock of atomicCAS and atomicExch with a fence on
// either side of what it protects, which is plain data.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__device__ int lock;

__global__ void add_under_lock(const int* input, int* total) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&lock, 0, 1) != 0) {}
    __threadfence();
    *total += input[blockIdx.x];
    __threadfence();
    atomicExch(&lock, 0);
}

int main() {
    constexpr int blocks = 16;
    const RandomNumbers input(blocks);
    const DeviceArray<int> total(1);
    total.clear();
    add_under_lock<<<blocks, BLOCK>>>(input.get(), total.get());
    finish();
    InclusiveScan scan;
    int expected = 0;
    for (int i = 0; i < blocks; ++i) expected = scan(i);
    return verdict(total, [=](int) { return expected; });
}
