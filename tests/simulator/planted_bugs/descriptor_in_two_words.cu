// Lesson 08's exercise, sums of 64 bits: status and sum no longer fit one word. The status is still
// published relaxed, as in the lesson, and so may arrive before the sum that it announces.
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 32;

struct Descriptor {
    int has_prefix;
    long long sum;
};

template <class T>
using Relaxed = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void chained_sums(const int* input, long long* prefixes, Descriptor* descriptors, int* tickets) {
    if (threadIdx.x != 0) return;
    const int tile = atomicAdd(tickets, 1);
    long long sum = 0;
    for (int k = 0; k < BLOCK; ++k) sum += input[tile * BLOCK + k];
    if (tile > 0) {
        Descriptor& before = descriptors[tile - 1];
        while (Relaxed<int>(before.has_prefix).load(cuda::memory_order_relaxed) == 0) {}
        sum += before.sum; // finds: race-global
    }
    descriptors[tile].sum = sum; // finds: race-global
    Relaxed<int>(descriptors[tile].has_prefix).store(1, cuda::memory_order_relaxed);
    prefixes[tile] = sum;
}

int main() {
    constexpr int tiles = 20;
    const RandomNumbers input(tiles * BLOCK);
    const DeviceArray<long long> prefixes(tiles);
    const DeviceArray<Descriptor> descriptors(tiles);
    const DeviceArray<int> tickets(1);
    descriptors.clear();
    tickets.clear();
    chained_sums<<<tiles, BLOCK>>>(input.get(), prefixes.get(), descriptors.get(), tickets.get());
    finish();
}
