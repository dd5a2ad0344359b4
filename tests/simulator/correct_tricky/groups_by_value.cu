// Lanes grouped by what they hold, so that each group adds to a histogram's bin once: labeled_partition
// makes groups of any lanes at all, and they work side by side.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int BLOCK = 128;
constexpr int BINS = 5;

__global__ void histogram(const int* input, int* bins) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int bin = (input[blockIdx.x * BLOCK + threadIdx.x] + 50) % BINS;
    const auto group = cg::labeled_partition(warp, bin);
    if (group.thread_rank() == 0) atomicAdd(&bins[bin], static_cast<int>(group.size()));
}

int main() {
    constexpr int n = 4 * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> bins(BINS);
    bins.clear();
    histogram<<<4, BLOCK>>>(input.get(), bins.get());
    finish();
    return verdict(bins, [](int bin) {
        int count = 0;
        for (int i = 0; i < n; ++i) count += (random_number(i) + 50) % BINS == bin;
        return count;
    });
}
