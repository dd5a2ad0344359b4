// A chained count of what stays in each tile: a tile that keeps nothing returns early, since it has
// nothing to write, and forgets that the next one waits for its word.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 32;

using SharedCount = cuda::atomic_ref<int, cuda::thread_scope_device>; // one more than the count, or 0

__global__ void count_up_to_tile(const int* input, int threshold, int* counts, int* tickets) {
    int tile = threadIdx.x == 0 ? atomicAdd(tickets, 1) : 0;
    tile = __shfl_sync(scanlab::all_lanes, tile, 0);
    const int kept = scanlab::warp_sum(input[tile * BLOCK + threadIdx.x] > threshold);
    if (kept == 0) return;

    if (threadIdx.x == 0) {
        int before = 1;
        if (tile > 0) {
            const SharedCount count(counts[tile - 1]);
            while ((before = count.load(cuda::memory_order_relaxed)) == 0) { // finds: deadlock
            }
        }
        SharedCount(counts[tile]).store(before + kept, cuda::memory_order_relaxed);
    }
}

int main() {
    constexpr int tiles = 20;
    const RandomNumbers input(tiles * BLOCK);
    const DeviceArray<int> counts(tiles), tickets(1);
    counts.clear();
    tickets.clear();
    count_up_to_tile<<<tiles, BLOCK>>>(input.get(), 46, counts.get(), tickets.get());
    finish();
}
