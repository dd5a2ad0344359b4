// Each block adds up the totals of all lower ones while another kernel takes most of the room: sound in
// a cooperative launch, which starts when all blocks have a place, and with a ticket for each block.
// runs with: SCANLAB_SIM_OCCUPIED=15
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 256;

using Total = unsigned long long; // 1 above the 32 bits of a tile's total, or 0
using SharedTotal = cuda::atomic_ref<Total, cuda::thread_scope_device>;

__device__ void scan_tile(int tile, const int* input, int* output, Total* totals) {
    __shared__ int before_tile;
    const int i = tile * BLOCK + threadIdx.x;
    const int value = input[i];
    const int sum = scanlab::block_exclusive_scan<BLOCK>(value) + value;

    if (threadIdx.x == BLOCK - 1) {
        SharedTotal(totals[tile]).store(1ULL << 32 | static_cast<unsigned>(sum), cuda::memory_order_relaxed);
        before_tile = 0;
        for (int lower = tile - 1; lower >= 0; --lower) {
            Total total;
            do {
                total = SharedTotal(totals[lower]).load(cuda::memory_order_relaxed);
            } while (total == 0);
            before_tile += static_cast<int>(total & 0xffffffff);
        }
    }
    __syncthreads();
    output[i] = before_tile + sum;
}

__global__ void by_block_index(const int* input, int* output, Total* totals) {
    scan_tile(static_cast<int>(blockIdx.x), input, output, totals);
}

__global__ void by_ticket(const int* input, int* output, Total* totals, unsigned* tickets) {
    __shared__ unsigned tile;
    if (threadIdx.x == 0) tile = atomicAdd(tickets, 1u);
    __syncthreads();
    scan_tile(static_cast<int>(tile), input, output, totals);
}

int main() {
    constexpr int tiles = 8, n = tiles * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> cooperative(n), ticketed(n);
    const DeviceArray<Total> totals(tiles);
    const DeviceArray<unsigned> tickets(1);

    totals.clear();
    const int* from = input.get();
    int* to = cooperative.get();
    Total* totals_of_tiles = totals.get();
    void* arguments[] = {&from, &to, &totals_of_tiles};
    check(cudaLaunchCooperativeKernel(by_block_index, tiles, BLOCK, arguments));
    finish();

    totals.clear();
    tickets.clear();
    by_ticket<<<tiles, BLOCK>>>(input.get(), ticketed.get(), totals.get(), tickets.get());
    finish();
    return verdict(cooperative, InclusiveScan{}) | verdict(ticketed, InclusiveScan{});
}
