// Compaction in no particular order: those lanes that keep their element form a group, and one of them
// reserves room for all with a single atomic.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int BLOCK = 128;

__global__ void keep_positive(const int* input, int* output, int* kept) {
    const int value = input[blockIdx.x * BLOCK + threadIdx.x];
    if (value > 0) {
        const auto group = cg::coalesced_threads();
        int first = 0;
        if (group.thread_rank() == 0) first = atomicAdd(kept, static_cast<int>(group.size()));
        output[group.shfl(first, 0) + group.thread_rank()] = value;
    }
}

int main() {
    constexpr int n = 4 * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n), kept(1);
    kept.clear();
    keep_positive<<<4, BLOCK>>>(input.get(), output.get(), kept.get());
    finish();

    int count = 0, sum = 0, expected_sum = 0;
    for (int i = 0; i < n; ++i)
        if (random_number(i) > 0) ++count, expected_sum += random_number(i);
    for (int i = 0; i < count; ++i) sum += output[i];
    return kept[0] == count && sum == expected_sum ? 0 : 1;
}
