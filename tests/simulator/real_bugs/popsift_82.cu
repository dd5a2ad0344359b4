// Some threads set a shared histogram to zero, others already count into it.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, BINS = 36;

__global__ void orientations(const int* gradients, int* histogram) {
    __shared__ int counts[BINS];
    if (threadIdx.x < BINS) counts[threadIdx.x] = 0; // finds: race-shared
#ifdef FIXED
    __syncthreads();
#endif
    atomicAdd(&counts[(gradients[threadIdx.x] + 50) % BINS], 1); // finds: race-shared, maybe uninitialized
    __syncthreads();
    if (threadIdx.x < BINS) histogram[threadIdx.x] = counts[threadIdx.x];
}

int main() {
    const RandomNumbers gradients(BLOCK);
    const DeviceArray<int> histogram(BINS);
    orientations<<<1, BLOCK>>>(gradients.get(), histogram.get());
    finish();
}
