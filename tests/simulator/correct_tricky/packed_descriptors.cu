// Decoupled look-back in small: status and sum travel in one
// 64-bit word, so that relaxed accesses without any fence suffice.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 128;

using Descriptor = unsigned long long;
enum Status : Descriptor { EMPTY = 0, AGGREGATE = 1, PREFIX = 2 };
using SharedDescriptor = cuda::atomic_ref<Descriptor, cuda::thread_scope_device>;

__device__ void publish(Descriptor* descriptor, Status status, int sum) {
    SharedDescriptor(*descriptor).store(status << 32 | static_cast<unsigned>(sum), cuda::memory_order_relaxed);
}

__device__ int look_back(Descriptor* descriptors, int tile) {
    int sum = 0;
    while (--tile >= 0) {
        Descriptor d;
        do d = SharedDescriptor(descriptors[tile]).load(cuda::memory_order_relaxed);
        while (d >> 32 == EMPTY);
        sum += static_cast<int>(d & 0xffffffff);
        if (d >> 32 == PREFIX) break;
    }
    return sum;
}

__global__ void scan(const int* input, int* output, Descriptor* descriptors, int* tickets) {
    __shared__ int tile, before_tile;
    if (threadIdx.x == 0) tile = atomicAdd(tickets, 1);
    __syncthreads();
    const int i = tile * BLOCK + threadIdx.x;
    const int value = input[i];
    const int sum = scanlab::block_exclusive_scan<BLOCK>(value) + value;

    if (threadIdx.x == BLOCK - 1) {
        publish(&descriptors[tile], AGGREGATE, sum);
        before_tile = look_back(descriptors, tile);
        publish(&descriptors[tile], PREFIX, before_tile + sum);
    }
    __syncthreads();
    output[i] = before_tile + sum;
}

int main() {
    constexpr int tiles = 100, n = tiles * BLOCK; // more than are resident at a time
    const RandomNumbers input(n);
    const DeviceArray<int> output(n), tickets(1);
    const DeviceArray<Descriptor> descriptors(tiles);
    descriptors.clear();
    tickets.clear();
    scan<<<tiles, BLOCK>>>(input.get(), output.get(), descriptors.get(), tickets.get());
    finish();
    return verdict(output, InclusiveScan{});
}
