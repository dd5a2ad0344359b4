// Two blocks take two locks, each in its own order: a deadlock if each has got its first.
#include "../../corpus/device.cuh"

#include <cuda/atomic>

using Lock = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ void take(int& lock) {
    int open = 0;
    while (!Lock(lock).compare_exchange_strong(open, 1, cuda::memory_order_acquire)) open = 0;
}
__device__ void give(int& lock) { Lock(lock).store(0, cuda::memory_order_release); }

__global__ void add_up(int* locks, int* sums) {
    if (blockIdx.x == 1 && Lock(locks[2]).load() == 0) return; // a rare case
    const int first = blockIdx.x, second = 1 - first;
    take(locks[first]);
    if (blockIdx.x == 0) Lock(locks[2]).store(1);
    take(locks[second]);
    ++sums[0];
    give(locks[second]);
    give(locks[first]);
}

int main() {
    const DeviceArray<int> locks(3), sums(1);
    locks.clear();
    sums.clear();
    add_up<<<2, 1>>>(locks.get(), sums.get());
    finish();
}
