// CUB's collectives share their storage with each other, and with the program's own arrays, after a barrier each time.
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
    Scan(storage).InclusiveSum(own, sum);
    __syncthreads();
    Scan(storage).ExclusiveSum(own, before);
    out[i] = sum - before;
}

__global__ void storage_for_each(const int* in, int* out) {
    __shared__ typename Scan::TempStorage first, second;
    int sum, before;
    Scan(first).InclusiveSum(in[threadIdx.x], sum);
    Scan(second).ExclusiveSum(in[threadIdx.x], before);
    out[threadIdx.x] = sum - before;
}

__global__ void tile_in_the_same_place(const int* in, int* out) {
    __shared__ union {
        typename Reduce::TempStorage storage;
        int tile[BLOCK];
    } shared;
    const int i = threadIdx.x, sum = Reduce(shared.storage).Sum(in[i]);
    __syncthreads();
    shared.tile[i] = in[BLOCK - 1 - i];
    __syncthreads();
    out[i] = i == 0 ? shared.tile[BLOCK - 1 - i] + sum - sum : shared.tile[BLOCK - 1 - i];
}

__global__ void total_for_all(const int* in, int* out) {
    __shared__ typename Reduce::TempStorage storage;
    __shared__ int total;
    const int sum = Reduce(storage).Sum(in[threadIdx.x]);
    if (threadIdx.x == 0) total = sum;
    __syncthreads();
    out[threadIdx.x] = in[threadIdx.x] + total - total;
}

__global__ void scan_with_total(const int* in, int* out) {
    __shared__ typename Scan::TempStorage storage;
    int before_tile = 0;
    for (int i = threadIdx.x; i < 3 * BLOCK; i += BLOCK) {
        int before, total; // which every thread gets
        Scan(storage).ExclusiveSum(in[i], before, total);
        out[i] = before_tile + before;
        before_tile += total;
        __syncthreads();
    }
}

__global__ void sums_of_warps(const int* in, int* sums) {
    using WarpReduce = cub::WarpReduce<int>;
    __shared__ typename WarpReduce::TempStorage storage[BLOCK / 32];
    const int warp = threadIdx.x / 32;
    for (int round = 0; round < 2; ++round) {
        const int sum = WarpReduce(storage[warp]).Sum(in[threadIdx.x]);
        if (threadIdx.x % 32 == 0) sums[warp] = sum;
        __syncwarp();
    }
}

int main() {
    const RandomNumbers in(3 * BLOCK);
    const DeviceArray<int> out(BLOCK), scanned(3 * BLOCK), sums(BLOCK / 32);
    int wrong = 0;
    for (auto* kernel : {two_scans, storage_for_each, tile_in_the_same_place, total_for_all}) {
        out.clear();
        kernel<<<1, BLOCK>>>(in.get(), out.get());
        finish();
        wrong += verdict(out, random_number);
    }
    scan_with_total<<<1, BLOCK>>>(in.get(), scanned.get());
    sums_of_warps<<<1, BLOCK>>>(in.get(), sums.get());
    finish();
    InclusiveScan scan;
    wrong += verdict(scanned, [&](int i) { return scan(i) - random_number(i); });
    wrong += verdict(sums, [](int warp) {
        int sum = 0;
        for (int lane = 0; lane < 32; ++lane) sum += random_number(32 * warp + lane);
        return sum;
    });
    return wrong;
}
