// A histogram counted into fresh memory that nobody has set to zero. A GPU hands out zeroed pages at
// first, so that the first run is right and a later one is not.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;
constexpr int BINS = 16;

__global__ void histogram(const int* input, int* bins, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) atomicAdd(&bins[(input[i] + 50) % BINS], 1); // finds: uninitialized
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> bins(BINS);
    histogram<<<8, BLOCK>>>(input.get(), bins.get(), n);
    finish();
}
