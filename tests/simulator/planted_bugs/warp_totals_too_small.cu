// Lesson 04 with one cell for each warp, where all 32 lanes of the first warp
// store what precedes "their" warp: the lanes without one overwrite what lies
// past the array. On a GPU that is the block's next shared variable.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;

__global__ void scan_tiles(const int* input, int* output, int n) {
    __shared__ int warp_prefixes[WARPS];
    __shared__ int first_values[BLOCK];
    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const int i = blockIdx.x * BLOCK + threadIdx.x;

    first_values[threadIdx.x] = i < n ? input[i] : 0;
    const int value = scanlab::warp_inclusive_scan(first_values[threadIdx.x]);
    if (lane == 31) warp_prefixes[warp] = value;
    __syncthreads();

    if (warp == 0) {
        const int total = lane < WARPS ? warp_prefixes[lane] : 0;
        warp_prefixes[lane] = scanlab::warp_inclusive_scan(total) - total; // finds: out-of-bounds
    }
    __syncthreads();

    if (i < n) output[i] = warp_prefixes[warp] + value - first_values[threadIdx.x];
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    scan_tiles<<<4, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
