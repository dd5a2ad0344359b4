// CUB's collectives share their storage with each other, or with the program's own arrays, and no barrier comes between.
// every marked place has to be found
#include "../corpus/device.cuh"

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>

constexpr int BLOCK = 128;
using Scan = cub::BlockScan<int, BLOCK>;
using Reduce = cub::BlockReduce<int, BLOCK>;

__global__ void two_scans(const int* in, int* out) {
    __shared__ typename Scan::TempStorage storage;
    const int i = threadIdx.x, own = in[i];
    int sum, before;
    Scan(storage).InclusiveSum(own, sum);    // finds: race-shared (3)
    Scan(storage).ExclusiveSum(own, before); // finds: race-shared (3)
    out[i] = sum - before;
}

__global__ void scan_in_each_round(const int* in, int* out) {
    __shared__ typename Scan::TempStorage storage;
    for (int i = threadIdx.x; i < 3 * BLOCK; i += BLOCK) Scan(storage).InclusiveSum(in[i], out[i]); // finds: race-shared
}

__global__ void tile_in_the_same_place(const int* in, int* out) {
    __shared__ union {
        typename Reduce::TempStorage storage;
        int tile[BLOCK];
    } shared;
    const int i = threadIdx.x, sum = Reduce(shared.storage).Sum(in[i]); // finds: race-shared (1)
    shared.tile[i] = in[i];                                             // finds: race-shared (1)
    __syncthreads();
    out[i] = shared.tile[BLOCK - 1 - i];
    if (i == 0) out[BLOCK] = sum;
}

__global__ void total_for_all(const int* in, int* out) {
    __shared__ typename Reduce::TempStorage storage;
    __shared__ int total;
    const int sum = Reduce(storage).Sum(in[threadIdx.x]);
    if (threadIdx.x == 0) total = sum;          // finds: race-shared (2)
    out[threadIdx.x] = in[threadIdx.x] - total; // finds: race-shared (2), maybe uninitialized
}

int main() {
    const RandomNumbers in(3 * BLOCK);
    const DeviceArray<int> out(3 * BLOCK);
    two_scans<<<1, BLOCK>>>(in.get(), out.get());
    scan_in_each_round<<<1, BLOCK>>>(in.get(), out.get());
    tile_in_the_same_place<<<1, BLOCK>>>(in.get(), out.get());
    total_for_all<<<1, BLOCK>>>(in.get(), out.get());
    finish();
}
