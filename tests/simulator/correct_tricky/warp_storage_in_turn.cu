// Collectives that exchange values by shuffles, each after a barrier where its storage has been used before, or in
// storage of its own.
#include "../corpus/device.cuh"

#include <cub/block/block_reduce.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

constexpr int BLOCK = 64;
using Reduce = cub::WarpReduce<int>;
using Scan = cub::WarpScan<int>;
using Quarter = cub::WarpScan<int, 8>;

__global__ void in_each_round(const int* in, int* out) {
    __shared__ union {
        typename Reduce::TempStorage sum;
        typename Scan::TempStorage scan;
        int tile[32];
    } storage[BLOCK / 32];
    const int lane = threadIdx.x % 32;
    auto& own = storage[threadIdx.x / 32];
    for (int round = 0; round < 2; ++round) {
        own.tile[lane] = in[threadIdx.x];
        __syncwarp();
        const int mine = own.tile[31 - lane];
        __syncwarp();
        const int sum = Reduce(own.sum).Sum(mine);
        __syncwarp();
        int before;
        Scan(own.scan).ExclusiveSum(mine, before);
        if (lane == 0) out[threadIdx.x] = sum - before;
        __syncwarp();
    }
}

/// Two calls of one object, each logical warp in its own storage; and once in storage of the thread's own.
__global__ void in_parts(const int* in, int* out) {
    __shared__ typename Quarter::TempStorage storage[BLOCK / 8];
    Quarter scan(storage[threadIdx.x / 8]);
    int once, again, total;
    scan.InclusiveSum(in[threadIdx.x], once);
    __syncwarp();
    scan.ExclusiveSum(in[threadIdx.x], again, total);
    typename Quarter::TempStorage own;
    int third;
    for (int round = 0; round < 2; ++round) Quarter(own).InclusiveSum(in[threadIdx.x], third);
    out[threadIdx.x] = once - again + third - once;
}

__global__ void one_warp(const int* in, int* out) {
    __shared__ typename cub::BlockReduce<int, 32>::TempStorage storage;
    for (int round = 0; round < 2; ++round) {
        const int sum = cub::BlockReduce<int, 32>(storage).Sum(in[threadIdx.x]);
        if (threadIdx.x == 0) out[round] = sum;
        __syncwarp();
    }
}

int sum_of(int begin, int end) {
    int sum = 0;
    for (int i = begin; i < end; ++i) sum += random_number(i);
    return sum;
}

int main() {
    const RandomNumbers in(BLOCK);
    const DeviceArray<int> sums(BLOCK), scanned(BLOCK), total(2);
    sums.clear();
    in_each_round<<<1, BLOCK>>>(in.get(), sums.get());
    in_parts<<<1, BLOCK>>>(in.get(), scanned.get());
    one_warp<<<1, 32>>>(in.get(), total.get());
    finish();
    return verdict(sums, [](int i) { return i % 32 == 0 ? sum_of(i, i + 32) : 0; }) + verdict(scanned, random_number) +
           verdict(total, [](int) { return sum_of(0, 32); });
}
