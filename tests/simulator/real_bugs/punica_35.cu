// Every block calls a barrier of the grid in each of its steps, and a block with a longer segment has more steps.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>

__global__ void shrink(const int* ends, int* sums) {
    const auto grid = cooperative_groups::this_grid();
    const int steps = ends[blockIdx.x + 1] - ends[blockIdx.x];
    for (int step = 0; step < steps; ++step) {
        atomicAdd(&sums[blockIdx.x], 1);
        grid.sync(); // finds: deadlock
    }
#ifdef FIXED
    int most = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) most = max(most, ends[block + 1] - ends[block]);
    for (int step = steps; step < most; ++step) grid.sync();
#endif
}

__global__ void make_segments(int* ends) { ends[threadIdx.x] = static_cast<int>(threadIdx.x * threadIdx.x); }

int main() {
    constexpr int blocks = 3;
    const DeviceArray<int> ends(blocks + 1), sums(blocks);
    sums.clear();
    make_segments<<<1, blocks + 1>>>(ends.get());
    const int* begin = ends.get();
    int* result = sums.get();
    void* arguments[] = {&begin, &result};
    check(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(shrink), dim3(blocks), dim3(32), arguments, 0, nullptr));
    finish();
}
