// Lesson 08 without tickets: every block scans the tile of its own index, and waits for the tile
// before. With more blocks than fit on the device it hangs if an early tile's block is not among the
// first to run; GPUs start blocks in order, mostly.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 256;

using Descriptor = unsigned long long; // 1 above 32 bits of prefix, or 0
using SharedDescriptor = cuda::atomic_ref<Descriptor, cuda::thread_scope_device>;

__global__ void chained_scan(const int* input, int* output, Descriptor* descriptors) {
    __shared__ int before_tile;
    const int tile = blockIdx.x;
    const int i = tile * BLOCK + threadIdx.x;
    const int value = input[i];
    const int sum = scanlab::block_exclusive_scan<BLOCK>(value) + value;

    if (threadIdx.x == BLOCK - 1) {
        Descriptor before = 1ULL << 32;
        if (tile > 0) {
            const SharedDescriptor descriptor(descriptors[tile - 1]);
            do {
                before = descriptor.load(cuda::memory_order_relaxed); // finds: deadlock
            } while (before == 0);
        }
        before_tile = static_cast<int>(before & 0xffffffff);
        SharedDescriptor(descriptors[tile]).store(1ULL << 32 | static_cast<unsigned>(before_tile + sum), cuda::memory_order_relaxed);
    }
    __syncthreads();
    output[i] = before_tile + sum;
}

int main() {
    constexpr int tiles = 80, n = tiles * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    const DeviceArray<Descriptor> descriptors(tiles);
    descriptors.clear();
    chained_scan<<<tiles, BLOCK>>>(input.get(), output.get(), descriptors.get());
    finish();
}
