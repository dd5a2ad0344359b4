// Each warp decodes a block of its own, and all warps use the same scratch in shared memory.
#include "../corpus/device.cuh"

constexpr int WARPS = 4;

__global__ void decode(const int* blocks, int* rows) {
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
#ifdef FIXED
    __shared__ int scratch_of_warps[WARPS];
    int& scratch = scratch_of_warps[warp];
#else
    __shared__ int scratch;
#endif
    if (lane == 0) scratch = blocks[warp]; // finds: race-shared (1) (2)
    __syncwarp();
    rows[threadIdx.x] = scratch + static_cast<int>(lane); // finds: race-shared (2)
}

int main() {
    const RandomNumbers blocks(WARPS);
    const DeviceArray<int> rows(WARPS * 32);
    decode<<<1, WARPS * 32>>>(blocks.get(), rows.get());
    finish();
}
