// Many blocks read the total and say so; block 0 waits for every one of them before it writes a new
// one.
#include "../corpus/device.cuh"

#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void read_and_replace(int* total, int* copies, int* done) {
    if (blockIdx.x > 0) {
        copies[blockIdx.x] = *total;
        Flag(done[blockIdx.x]).store(1, cuda::memory_order_release);
        return;
    }
    for (unsigned b = 1; b < gridDim.x; ++b)
        while (Flag(done[b]).load(cuda::memory_order_acquire) == 0) {}
    copies[0] = 7;
    *total = -1;
}

__global__ void set(int* total) { *total = 7; }

int main() {
    constexpr int blocks = 16;
    const DeviceArray<int> total(1), copies(blocks), done(blocks);
    done.clear();
    set<<<1, 1>>>(total.get());
    read_and_replace<<<blocks, 1>>>(total.get(), copies.get(), done.get());
    finish();
    return total[0] == -1 ? verdict(copies, [](int) { return 7; }) : 1;
}
