// A chain by tickets, which ends where a block that has begun goes on for sure, as CUDA promises. Where
// blocks may stop, those after one wait for ever.
// runs with: SCANLAB_SIM_STOPPED=50
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int BLOCKS = 100;

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void pass_on(int* done, int* tickets) {
    const int tile = atomicAdd(tickets, 1);
    int count = 1;
    if (tile > 0) {
        while (Flag(done[tile - 1]).load(cuda::memory_order_relaxed) == 0) { // finds: deadlock
        }
        count += Flag(done[tile - 1]).load(cuda::memory_order_relaxed);
    }
    Flag(done[tile]).store(count, cuda::memory_order_relaxed);
}

int main() {
    const DeviceArray<int> done(BLOCKS), tickets(1);
    done.clear();
    tickets.clear();
    pass_on<<<BLOCKS, 1>>>(done.get(), tickets.get());
    finish();
    return verdict(done, [](int tile) { return tile + 1; });
}
