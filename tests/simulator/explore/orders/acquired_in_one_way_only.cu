// Block 1 hands on what block 0 has released, without having acquired it: a race with block 2, but only
// if both come late enough to see it.
#include "../../corpus/device.cuh"

#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void hand_on(int* data, int* flags) {
    if (blockIdx.x == 0) {
        data[0] = 7;
        Flag(flags[0]).store(1, cuda::memory_order_release);
    } else if (blockIdx.x == 1) {
        if (Flag(flags[0]).load(cuda::memory_order_relaxed) != 0) Flag(flags[1]).store(1, cuda::memory_order_release);
    } else if (Flag(flags[1]).load(cuda::memory_order_acquire) != 0) {
        data[1] = data[0];
    }
}

int main() {
    const DeviceArray<int> data(2), flags(2);
    data.clear();
    flags.clear();
    hand_on<<<3, 1>>>(data.get(), flags.get());
    finish();
}
