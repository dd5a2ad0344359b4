// A chained scan whose workspace nobody has set to zero before the first launch: what a tile reads
// before its neighbour has published is whatever stood there.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 32;

using Descriptor = unsigned long long; // 1 above 32 bits of sum
using SharedDescriptor = cuda::atomic_ref<Descriptor, cuda::thread_scope_device>;

__global__ void chained_sums(const int* input, Descriptor* descriptors, int* tickets) {
    int tile = threadIdx.x == 0 ? atomicAdd(tickets, 1) : 0;
    tile = __shfl_sync(scanlab::all_lanes, tile, 0);
    const int total = scanlab::warp_sum(input[tile * BLOCK + threadIdx.x]);
    if (threadIdx.x != 0) return;

    Descriptor before = 1ULL << 32;
    if (tile > 0) {
        const SharedDescriptor descriptor(descriptors[tile - 1]);
        do {
            before = descriptor.load(cuda::memory_order_relaxed); // finds: uninitialized
        } while (before >> 32 == 0);
    }
    const auto sum = static_cast<unsigned>(before) + total;
    SharedDescriptor(descriptors[tile]).store(1ULL << 32 | sum, cuda::memory_order_relaxed);
}

int main() {
    constexpr int tiles = 60;
    const RandomNumbers input(tiles * BLOCK);
    const DeviceArray<Descriptor> descriptors(tiles);
    const DeviceArray<int> tickets(1);
    tickets.clear();
    chained_sums<<<tiles, BLOCK>>>(input.get(), descriptors.get(), tickets.get());
    finish();
}
