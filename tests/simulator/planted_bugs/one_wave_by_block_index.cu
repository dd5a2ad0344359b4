// Each block adds up the totals of all lower ones, as lesson 10 does for small arrays, and all eight
// have room; but it is an ordinary launch. A kernel in another stream takes the room of seven, and the
// first to start waits for blocks that have none.
// runs with: SCANLAB_SIM_OCCUPIED=15
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 256;

using Total = unsigned long long; // 1 above the 32 bits of a tile's total, or 0
using SharedTotal = cuda::atomic_ref<Total, cuda::thread_scope_device>;

__global__ void one_wave_scan(const int* input, int* output, Total* totals) {
    __shared__ int before_tile;
    const int tile = blockIdx.x;
    const int i = tile * BLOCK + threadIdx.x;
    const int value = input[i];
    const int sum = scanlab::block_exclusive_scan<BLOCK>(value) + value;

    if (threadIdx.x == BLOCK - 1) {
        SharedTotal(totals[tile]).store(1ULL << 32 | static_cast<unsigned>(sum), cuda::memory_order_relaxed);
        before_tile = 0;
        for (int lower = tile - 1; lower >= 0; --lower) {
            Total total;
            do {
                total = SharedTotal(totals[lower]).load(cuda::memory_order_relaxed); // finds: deadlock
            } while (total == 0);
            before_tile += static_cast<int>(total & 0xffffffff);
        }
    }
    __syncthreads();
    output[i] = before_tile + sum;
}

int main() {
    constexpr int tiles = 8, n = tiles * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    const DeviceArray<Total> totals(tiles);
    totals.clear();
    one_wave_scan<<<tiles, BLOCK>>>(input.get(), output.get(), totals.get());
    finish();
}
