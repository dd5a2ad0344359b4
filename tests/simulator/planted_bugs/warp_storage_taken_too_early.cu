// The storage of collectives that exchange values by shuffles is used again, and nothing comes between: CUB's
// documentation asks for a `__syncwarp()` or, between warps, a `__syncthreads()`.
// every marked place has to be found
#include "../corpus/device.cuh"

#include <cub/block/block_reduce.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

constexpr int BLOCK = 64;
using Reduce = cub::WarpReduce<int>;
using Scan = cub::WarpScan<int>;
using Half = cub::WarpScan<int, 16>;

__global__ void sums_in_each_round(const int* in, int* sums) {
    __shared__ typename Reduce::TempStorage storage[BLOCK / 32];
    const int warp = threadIdx.x / 32;
    for (int round = 0; round < 2; ++round) {
        const int sum = Reduce(storage[warp]).Sum(in[threadIdx.x]); // finds: race-shared (3)
        if (threadIdx.x % 32 == 0) sums[warp] = sum;
    }
}

__global__ void sum_then_scan(const int* in, int* out) {
    __shared__ union {
        typename Reduce::TempStorage sum;
        typename Scan::TempStorage scan;
    } storage[BLOCK / 32];
    const int warp = threadIdx.x / 32, i = threadIdx.x;
    const int sum = Reduce(storage[warp].sum).Sum(in[i]); // finds: race-shared (1)
    Scan(storage[warp].scan).InclusiveSum(in[i], out[i]); // finds: race-shared (1)
    if (i % 32 == 0) out[i] += sum - sum;
}

__global__ void tile_in_the_same_place(const int* in, int* out) {
    __shared__ union {
        typename Scan::TempStorage storage[BLOCK / 32];
        int tile[BLOCK];
    } shared;
    const int i = threadIdx.x, mirrored = i / 32 * 32 + 31 - i % 32;
    shared.tile[i] = in[mirrored];
    __syncwarp();
    const int own = shared.tile[mirrored];                  // finds: race-shared (2)
    Scan(shared.storage[i / 32]).InclusiveSum(own, out[i]); // finds: race-shared (2)
}

__global__ void one_storage_for_all_warps(const int* in, int* out) {
    __shared__ typename Half::TempStorage storage;
    Half(storage).InclusiveSum(in[threadIdx.x], out[threadIdx.x]); // finds: race-shared (4)
}

__global__ void one_warp(const int* in, int* out) {
    __shared__ typename cub::BlockReduce<int, 32>::TempStorage storage;
    for (int round = 0; round < 2; ++round) {
        const int sum = cub::BlockReduce<int, 32>(storage).Sum(in[threadIdx.x] + round); // finds: race-shared (5)
        if (threadIdx.x == 0) out[round] = sum;
    }
}

int main() {
    const RandomNumbers in(BLOCK);
    const DeviceArray<int> out(BLOCK);
    for (auto* kernel : {sums_in_each_round, sum_then_scan, tile_in_the_same_place, one_storage_for_all_warps})
        kernel<<<1, BLOCK>>>(in.get(), out.get());
    one_warp<<<1, 32>>>(in.get(), out.get());
    finish();
}
