// A block's histogram in shared memory, counted with ++ instead of atomicAdd: two threads with the same
// digit read the same count, and one of the two is lost. On a GPU that gives wrong counts, silently.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;
constexpr int BINS = 16;

__global__ void histogram(const int* input, int* counts, int n) {
    __shared__ int bins[BINS];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (threadIdx.x < BINS) bins[threadIdx.x] = 0;
    __syncthreads();

    if (i < n) ++bins[(input[i] + 50) % BINS]; // finds: race-shared
    __syncthreads();

    if (threadIdx.x < BINS) atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> counts(BINS);
    counts.clear();
    histogram<<<8, BLOCK>>>(input.get(), counts.get(), n);
    finish();
}
