// A block's histogram: cleared by plain stores, counted by atomics,
// read by plain loads, with a barrier between each two of them.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;
constexpr int BINS = 16;

__global__ void histogram(const int* input, int* counts) {
    __shared__ int bins[BINS];
    if (threadIdx.x < BINS) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[(input[blockIdx.x * BLOCK + threadIdx.x] + 50) % BINS], 1);
    __syncthreads();
    if (threadIdx.x < BINS && bins[threadIdx.x] > 0) atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}

int main() {
    constexpr int n = 8 * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> counts(BINS);
    counts.clear();
    histogram<<<8, BLOCK>>>(input.get(), counts.get());
    finish();
    return verdict(counts, [](int bin) {
        int count = 0;
        for (int i = 0; i < n; ++i) count += (random_number(i) + 50) % BINS == bin;
        return count;
    });
}
