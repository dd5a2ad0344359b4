// Decoupled fallback: a tile looks for the sum of the tile before only so many times, and then computes
// it from the input. So it needs no other block to run, in whatever order they start: here from the
// last to the first.
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 256;
constexpr int ATTEMPTS = 3000;

using Relaxed = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ int sum_of_tile(const int* input, int tile) {
    int sum = 0;
    for (int k = 0; k < BLOCK; ++k) sum += input[tile * BLOCK + k] + 100; // no sum is 0
    return sum;
}

__device__ int sum_before(const int* input, int* sums, int tile) {
    for (int attempt = 0; attempt < ATTEMPTS; ++attempt)
        if (const int sum = Relaxed(sums[tile]).load(cuda::memory_order_relaxed); sum != 0) return sum;
    const int sum = sum_of_tile(input, tile);
    Relaxed(sums[tile]).store(sum, cuda::memory_order_relaxed);
    return sum;
}

__global__ void sums_of_neighbours(const int* input, int* sums, int* output) {
    if (threadIdx.x != 0) return;
    const int tile = static_cast<int>(gridDim.x - 1 - blockIdx.x);
    const int before = tile > 0 ? sum_before(input, sums, tile - 1) : 0;
    const int sum = sum_of_tile(input, tile);
    Relaxed(sums[tile]).store(sum, cuda::memory_order_relaxed);
    output[tile] = before + sum;
}

int main() {
    constexpr int tiles = 40;
    const RandomNumbers input(tiles * BLOCK);
    const DeviceArray<int> sums(tiles), output(tiles);
    sums.clear();
    sums_of_neighbours<<<tiles, BLOCK>>>(input.get(), sums.get(), output.get());
    finish();
    int before = 0;
    return verdict(output, [&](int tile) {
        int sum = 0;
        for (int k = 0; k < BLOCK; ++k) sum += random_number(tile * BLOCK + k) + 100;
        const int both = before + sum;
        before = sum;
        return both;
    });
}
