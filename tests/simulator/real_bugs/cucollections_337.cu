// A group of lanes gathers matches in a buffer. All lanes read the counter to write the buffer out, and lane 0
// resets it.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>

constexpr int CAPACITY = 64;

__global__ void retrieve(const int* keys, int* output, int* written, int rounds) {
    namespace cg = cooperative_groups;
    const auto group = cg::tiled_partition<32>(cg::this_thread_block());
    __shared__ int counter, buffer[CAPACITY + 32];
    if (threadIdx.x == 0) counter = 0;
    group.sync();
    for (int round = 0; round < rounds; ++round) {
        buffer[atomicAdd(&counter, 1)] = keys[round * 32 + threadIdx.x]; // finds: maybe race-shared
        group.sync();
        if (counter + 32 > CAPACITY) {                                                        // finds: race-shared (2)
            for (int i = threadIdx.x; i < counter; i += 32) output[*written + i] = buffer[i]; // finds: race-shared (1)
#ifdef FIXED
            group.sync();
#endif
            if (threadIdx.x == 0) {
                *written += counter;
                counter = 0; // finds: race-shared (1) (2)
            }
            group.sync();
        }
        group.sync(); // finds: maybe warning barrier-divergence
    }
}

int main() {
    constexpr int rounds = 4;
    const RandomNumbers keys(rounds * 32);
    const DeviceArray<int> output(rounds * 32), written(1);
    written.clear();
    retrieve<<<1, 32>>>(keys.get(), output.get(), written.get(), rounds);
    finish();
}
