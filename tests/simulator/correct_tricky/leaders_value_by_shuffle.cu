// Lane 0 of each warp reserves room for all of it, and tells the others where by a shuffle: they bring variables that they
// have not set, and nothing of that arrives, or is dropped where it does. All lanes of a warp are there, wherever one has been preempted
// before.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int BLOCK = 1024, BLOCKS = 20, SIZE = BLOCK * BLOCKS;

__global__ void pack_odd(const int* input, int* output, int* size) {
    const int value = input[blockIdx.x * BLOCK + threadIdx.x];
    const auto warp = cg::coalesced_threads();
    const unsigned odd = warp.ballot(value % 2 != 0);
    int begin, step; // only lane 0 has them
    if (threadIdx.x % 32 == 0) {
        begin = atomicAdd(size, __popc(odd));
        step = 1;
    }
    begin = warp.shfl(begin, 0);
    const int from_below = __shfl_up_sync(~0u, step, 1), and_on = __shfl_sync(~0u, from_below, threadIdx.x % 32);
    if (threadIdx.x % 32 == 1 && and_on != 1) return; // all others have got what nobody has set
    step = __shfl_sync(~0u, step, 0);
    const unsigned below = odd & ((1u << threadIdx.x % 32) - 1);
    if (value % 2 != 0) output[begin + step * __popc(below)] = value;
}

int main() {
    const RandomNumbers input(SIZE);
    const DeviceArray<int> output(SIZE), size(1);
    output.clear();
    size.clear();
    pack_odd<<<BLOCKS, BLOCK>>>(input.get(), output.get(), size.get());
    finish();
    int kept = 0, missing = 0;
    for (int i = 0; i < SIZE; ++i)
        if (random_number(i) % 2 != 0) missing += random_number(i) - output[kept++];
    return kept == size[0] && missing == 0 ? 0 : 1;
}
