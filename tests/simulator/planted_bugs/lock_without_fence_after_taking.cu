// A lock whose holder fences before it gives the lock back, but not after it has taken it: what it
// reads may be older than the lock.
#include "../corpus/device.cuh"

__global__ void add_up(int* lock, int* sum) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    *sum += blockIdx.x + 1; // finds: race-global
    __threadfence();
    atomicExch(lock, 0);
}

int main() {
    const DeviceArray<int> lock(1), sum(1);
    lock.clear();
    sum.clear();
    add_up<<<8, 1>>>(lock.get(), sum.get());
    finish();
}
