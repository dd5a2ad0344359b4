// Every block reads the total and reports that it has; block 0 then resets it, having waited for all
// but one.
#include "../corpus/device.cuh"

#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void read_and_reset(int* total, int* copies, int* done) {
    const int readers = gridDim.x - 1;
    if (blockIdx.x > 0) {
        copies[blockIdx.x] = *total; // finds: race-global
        Flag(done[blockIdx.x]).store(1, cuda::memory_order_release);
        return;
    }
    for (int b = 1; b <= readers; ++b) {
        if (b == 5) continue;
        while (Flag(done[b]).load(cuda::memory_order_acquire) == 0) {}
    }
    *total = -1; // finds: race-global
}

int main() {
    constexpr int blocks = 16;
    const DeviceArray<int> total(1), copies(blocks), done(blocks);
    total.clear();
    done.clear();
    read_and_reset<<<blocks, 1>>>(total.get(), copies.get(), done.get());
    finish();
}
