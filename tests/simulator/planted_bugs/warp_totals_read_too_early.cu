// Lesson 04 without its first barrier: the first warp scans
// the warps' totals before the other warps have written them.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;

__global__ void scan_tiles(const int* input, int* output, int n) {
    __shared__ int warp_prefixes[WARPS];
    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const int i = blockIdx.x * BLOCK + threadIdx.x;

    const int value = scanlab::warp_inclusive_scan(i < n ? input[i] : 0);
    if (lane == 31) warp_prefixes[warp] = value; // finds: race-shared (1) (2)

    if (warp == 0) {
        int total = 0;
        if (lane < WARPS) total = warp_prefixes[lane]; // finds: race-shared (1)
        const int scanned = scanlab::warp_inclusive_scan(total);
        if (lane < WARPS) warp_prefixes[lane] = scanned - total; // finds: race-shared (2)
    }
    __syncthreads();

    if (i < n) output[i] = warp_prefixes[warp] + value;
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    scan_tiles<<<4, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
