// A chained scan with a volatile flag, as it was done before C++ had
// atomics, but without the fence between the value and the flag. A
// reader may see the flag first; a GPU shows that once in a blue moon.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 128;

__global__ void chained_scan(const int* input, int* output, int* prefixes, int* flags, int* tickets) {
    __shared__ int tile, before_tile;
    if (threadIdx.x == 0) tile = atomicAdd(tickets, 1);
    __syncthreads();
    const int i = tile * BLOCK + threadIdx.x;
    const int value = input[i];
    const int sum = scanlab::block_exclusive_scan<BLOCK>(value) + value;

    // The last thread knows the tile's sum: it waits for the tile before, and tells the tile after.
    if (threadIdx.x == BLOCK - 1) {
        before_tile = 0;
        if (tile > 0) {
            while (static_cast<volatile int*>(flags)[tile - 1] == 0) {}
            __threadfence();
            before_tile = prefixes[tile - 1]; // finds: race-global
        }
        prefixes[tile] = before_tile + sum; // finds: race-global
        static_cast<volatile int*>(flags)[tile] = 1;
    }
    __syncthreads();
    output[i] = before_tile + sum;
}

int main() {
    constexpr int tiles = 20, n = tiles * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n), prefixes(tiles), flags(tiles), tickets(1);
    flags.clear();
    tickets.clear();
    chained_scan<<<tiles, BLOCK>>>(input.get(), output.get(), prefixes.get(), flags.get(), tickets.get());
    finish();
}
