// Lesson 05's exercise, the raking scan, without the last barrier: one warp scans the whole tile, and
// the others fetch their sums without waiting for it.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 256;
constexpr int SEGMENT = BLOCK / 32; // elements that one lane of the raking warp scans

__global__ void raking_scan(const int* input, int* output, int n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    sums[t] = i < n ? input[i] : 0;
    __syncthreads();

    if (t < 32) {
        int total = 0;
        for (int k = 0; k < SEGMENT; ++k) total += sums[t * SEGMENT + k];
        int running = scanlab::warp_inclusive_scan(total) - total;
        for (int k = 0; k < SEGMENT; ++k) sums[t * SEGMENT + k] = running += sums[t * SEGMENT + k]; // finds: race-shared
    }

    if (i < n) output[i] = sums[t]; // finds: race-shared
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    raking_scan<<<4, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
