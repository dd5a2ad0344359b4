// Value and flag are two words, both published and read relaxed: no data race, as all is atomic, but
// the flag may be seen before the value that it announces. Release and acquire, or one word for both,
// would do.
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 32;

using Relaxed = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void chained_sums(const int* input, int* prefixes, int* sums, int* flags, int* tickets) {
    if (threadIdx.x != 0) return;
    const int tile = atomicAdd(tickets, 1);
    int sum = 0;
    for (int k = 0; k < BLOCK; ++k) sum += input[tile * BLOCK + k];
    if (tile > 0) {
        while (Relaxed(flags[tile - 1]).load(cuda::memory_order_relaxed) == 0) {}
        sum += Relaxed(sums[tile - 1]).load(cuda::memory_order_relaxed); // finds: warning missing-order
    }
    Relaxed(sums[tile]).store(sum, cuda::memory_order_relaxed); // finds: warning missing-order
    Relaxed(flags[tile]).store(1, cuda::memory_order_relaxed);
    prefixes[tile] = sum;
}

int main() {
    constexpr int tiles = 20;
    const RandomNumbers input(tiles * BLOCK);
    const DeviceArray<int> prefixes(tiles), sums(tiles), flags(tiles), tickets(1);
    flags.clear();
    tickets.clear();
    chained_sums<<<tiles, BLOCK>>>(input.get(), prefixes.get(), sums.get(), flags.get(), tickets.get());
    finish();
}
