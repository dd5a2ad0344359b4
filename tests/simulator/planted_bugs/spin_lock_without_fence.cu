// A spin lock of atomicCAS and atomicExch without fences: the lock keeps others out, but what was
// written inside may become visible after the lock is open again.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void add_under_lock(const int* input, int* lock, int* total) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    *total += input[blockIdx.x]; // finds: race-global
    atomicExch(lock, 0);
}

int main() {
    constexpr int blocks = 16;
    const RandomNumbers input(blocks);
    const DeviceArray<int> lock(1), total(1);
    lock.clear();
    total.clear();
    add_under_lock<<<blocks, BLOCK>>>(input.get(), lock.get(), total.get());
    finish();
}
