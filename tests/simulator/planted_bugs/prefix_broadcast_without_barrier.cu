// Scan-then-propagate, second kernel: one thread fetches what
// precedes the tile for all of them, and nobody waits for it.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void propagate(int* tile_scans, const int* prefixes, int n) {
    __shared__ int before_tile;
    const int i = blockIdx.x * BLOCK + threadIdx.x;

    if (threadIdx.x == 0) before_tile = prefixes[blockIdx.x]; // finds: race-shared

    if (i < n) tile_scans[i] += before_tile; // finds: race-shared
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers tile_scans(n), prefixes(8);
    propagate<<<8, BLOCK>>>(tile_scans.get(), prefixes.get(), n);
    finish();
}
