// Lesson 09 without the barrier after staging: threads copy
// out of shared memory what others may not have put there yet.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 256;

/// Each tile keeps what is positive, and writes it to the beginning of the tile's part of the output.
__global__ void compact_tiles(const int* input, int* output, int* kept, int n) {
    __shared__ int staged[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    const int value = i < n ? input[i] : 0;
    const bool keep = value > 0;
    const int up_to_lane = scanlab::warp_inclusive_scan(keep);
    int count;
    const int position = scanlab::block_prefix_of_warp<BLOCK>(up_to_lane, count) + up_to_lane - keep;
    if (keep) staged[position] = value; // finds: race-shared

    if (t < count) output[i] = staged[t]; // finds: race-shared
    if (t == 0) kept[blockIdx.x] = count;
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(4 * BLOCK), kept(4);
    compact_tiles<<<4, BLOCK>>>(input.get(), output.get(), kept.get(), n);
    finish();
}
