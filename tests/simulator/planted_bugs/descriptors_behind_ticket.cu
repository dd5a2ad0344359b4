// Lesson 08's workspace with the ticket counter in front of the descriptors: the counter takes four
// bytes, and 64-bit atomics need addresses that are multiples of eight.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

using Descriptor = unsigned long long;

__global__ void publish_totals(const int* input, unsigned* tickets, Descriptor* descriptors) {
    if (threadIdx.x != 0) return;
    const unsigned tile = atomicAdd(tickets, 1u);
    unsigned total = 0;
    for (int k = 0; k < BLOCK; ++k) total += input[tile * BLOCK + k];
    atomicExch(&descriptors[tile], 1ULL << 32 | total); // finds: misaligned
}

int main() {
    constexpr int tiles = 8;
    const RandomNumbers input(tiles * BLOCK);
    const DeviceArray<unsigned> workspace(1 + 2 * tiles);
    workspace.clear();
    auto* descriptors = reinterpret_cast<Descriptor*>(workspace.get() + 1);
    publish_totals<<<tiles, BLOCK>>>(input.get(), workspace.get(), descriptors);
    finish();
}
