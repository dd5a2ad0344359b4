// A histogram in global memory, counted with += instead of atomicAdd: threads with the same digit read
// the same count, and all but one of them are lost.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;
constexpr int BINS = 16;

__global__ void histogram(const int* input, int* bins, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) bins[(input[i] + 50) % BINS] += 1; // finds: race-global
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> bins(BINS);
    bins.clear();
    histogram<<<8, BLOCK>>>(input.get(), bins.get(), n);
    finish();
}
