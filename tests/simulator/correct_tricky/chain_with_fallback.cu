// A chain by tickets whose blocks wait for a while only: then they count on their own. It ends, and is
// right, although half of the blocks stop as long as others can go on.
// runs with: SCANLAB_SIM_STOPPED=50
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int BLOCKS = 100;

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void pass_on(int* done, int* tickets) {
    const int tile = atomicAdd(tickets, 1);
    int before = tile > 0 ? 0 : -1;
    for (int reads = 0; before == 0; ++reads) before = reads < 50 ? Flag(done[tile - 1]).load(cuda::memory_order_relaxed) : tile;
    const int count = tile > 0 ? before + 1 : 1;
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
