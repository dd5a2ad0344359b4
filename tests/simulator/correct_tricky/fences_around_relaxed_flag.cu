// The flag itself is relaxed on both sides; what orders the plain value are cuda::atomic_thread_fence()
// before the store and after the load.
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 64;

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void pass_on(const int* input, int* sums, int* flags) {
    if (threadIdx.x != 0) return;
    const int me = blockIdx.x;
    int sum = input[me];
    if (me > 0) {
        while (Flag(flags[me - 1]).load(cuda::memory_order_relaxed) == 0) {}
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        sum += sums[me - 1];
    }
    sums[me] = sum;
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    Flag(flags[me]).store(1, cuda::memory_order_relaxed);
}

int main() {
    constexpr int blocks = 12; // all of them resident
    const RandomNumbers input(blocks);
    const DeviceArray<int> sums(blocks), flags(blocks);
    flags.clear();
    pass_on<<<blocks, BLOCK>>>(input.get(), sums.get(), flags.get());
    finish();
    return verdict(sums, InclusiveScan{});
}
