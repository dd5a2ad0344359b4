// A chained scan with a plain value and a flag that is released and acquired through cuda::atomic_ref:
// the value needs no fence and no volatile.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 128;

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void chained_scan(const int* input, int* output, int* prefixes, int* flags, int* tickets) {
    __shared__ int tile, before_tile;
    if (threadIdx.x == 0) tile = atomicAdd(tickets, 1);
    __syncthreads();
    const int i = tile * BLOCK + threadIdx.x;
    const int value = input[i];
    const int sum = scanlab::block_exclusive_scan<BLOCK>(value) + value;

    if (threadIdx.x == BLOCK - 1) {
        before_tile = 0;
        if (tile > 0) {
            while (Flag(flags[tile - 1]).load(cuda::memory_order_acquire) == 0) {}
            before_tile = prefixes[tile - 1];
        }
        prefixes[tile] = before_tile + sum;
        Flag(flags[tile]).store(1, cuda::memory_order_release);
    }
    __syncthreads();
    output[i] = before_tile + sum;
}

int main() {
    constexpr int tiles = 20, n = tiles * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n), prefixes(tiles), flags(tiles), tickets(1);
    for (int launch = 0; launch < 2; ++launch) {
        flags.clear();
        tickets.clear();
        chained_scan<<<tiles, BLOCK>>>(input.get(), output.get(), prefixes.get(), flags.get(), tickets.get());
    }
    finish();
    return verdict(output, InclusiveScan{});
}
