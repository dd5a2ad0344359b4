// Lesson 01 in one cooperative launch: grid.sync() keeps the steps of all blocks apart, in global
// memory as a block's barrier does in shared memory.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>

constexpr int BLOCK = 128;

__global__ void hillis_steele(int* from, int* to, int n) {
    const auto grid = cooperative_groups::this_grid();
    const int i = static_cast<int>(grid.thread_rank());
    for (int distance = 1; distance < n; distance *= 2) {
        if (i < n) to[i] = i >= distance ? from[i] + from[i - distance] : from[i];
        grid.sync();
        int* const written = to;
        to = from;
        from = written;
    }
}

int main() {
    int n = 1000; // ten steps: the result stands where the input stood
    const RandomNumbers data(n);
    const DeviceArray<int> other(n);
    int *from = data.get(), *to = other.get();
    void* arguments[] = {&from, &to, &n};
    check(cudaLaunchCooperativeKernel(hillis_steele, 8, BLOCK, arguments));
    finish();
    return verdict(data, InclusiveScan{});
}
