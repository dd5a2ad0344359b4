// A function that takes a lock calls another one that takes the same
// lock: the thread waits for itself, and all others wait for it.
#include "../corpus/device.cuh"

__device__ int lock;
__device__ int total, largest;

__device__ void acquire_lock() {
    while (atomicCAS(&lock, 0, 1) != 0) { // finds: deadlock
    }
    __threadfence();
}

__device__ void release_lock() {
    __threadfence();
    atomicExch(&lock, 0);
}

__device__ void record_largest(int value) {
    acquire_lock();
    if (value > largest) largest = value;
    release_lock();
}

__global__ void add_up(const int* input) {
    const int value = input[blockIdx.x];
    acquire_lock();
    total += value;
    record_largest(value);
    release_lock();
}

int main() {
    constexpr int blocks = 8;
    const RandomNumbers input(blocks);
    add_up<<<blocks, 1>>>(input.get());
    finish();
}
