// The leader of each group reserves room for all of it, and tells the others where by a shuffle: they bring a variable that
// they have not set, and nothing of that arrives.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int SIZE = 256;

__global__ void pack_odd(const int* input, int* output, int* size) {
    const int value = input[threadIdx.x];
    if (value % 2 == 0) return;
    const auto group = cg::coalesced_threads();
    int begin, step; // only the leader has them
    if (group.thread_rank() == 0) {
        begin = atomicAdd(size, static_cast<int>(group.size()));
        step = 1;
    }
    begin = group.shfl(begin, 0);
    const unsigned mask = __activemask();
    step = __shfl_sync(mask, step, __ffs(static_cast<int>(mask)) - 1);
    output[begin + step * static_cast<int>(group.thread_rank())] = value;
}

int main() {
    const RandomNumbers input(SIZE);
    const DeviceArray<int> output(SIZE), size(1);
    output.clear();
    size.clear();
    pack_odd<<<1, SIZE>>>(input.get(), output.get(), size.get());
    finish();
    int kept = 0, missing = 0;
    for (int i = 0; i < SIZE; ++i)
        if (random_number(i) % 2 != 0) missing += random_number(i) - output[kept++];
    return kept == size[0] && missing == 0 ? 0 : 1;
}
