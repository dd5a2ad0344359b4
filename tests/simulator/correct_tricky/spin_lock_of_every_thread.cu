// A spin lock of cuda::atomic for which all threads compete, those of one warp, too: since Volta a lane
// that waits does not keep the one that holds the lock from going on.
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 64;

struct SpinLock {
    cuda::atomic<bool, cuda::thread_scope_device> taken{false};
    __device__ void acquire() {
        while (taken.exchange(true, cuda::memory_order_acquire)) {}
    }
    __device__ void release() { taken.store(false, cuda::memory_order_release); }
};

__device__ SpinLock lock;

__global__ void count_and_sum(const int* input, int* results) {
    const int value = input[blockIdx.x * BLOCK + threadIdx.x];
    lock.acquire();
    results[0] += 1;
    results[1] += value;
    lock.release();
}

int main() {
    constexpr int blocks = 3, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> results(2);
    results.clear();
    count_and_sum<<<blocks, BLOCK>>>(input.get(), results.get());
    finish();
    InclusiveScan scan;
    int sum = 0;
    for (int i = 0; i < n; ++i) sum = scan(i);
    return verdict(results, [=](int i) { return i == 0 ? n : sum; });
}
