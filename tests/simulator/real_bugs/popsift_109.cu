// A kernel has an array of dynamic shared memory, and its launch asks for none.
#include "../corpus/device.cuh"

constexpr int BINS = 64;

__global__ void orientations(const int* gradients, int* histogram) {
    extern __shared__ int counts[];
    counts[threadIdx.x] = 0; // finds: out-of-bounds
    __syncthreads();
    atomicAdd(&counts[(gradients[threadIdx.x] + 50) % BINS], 1); // finds: out-of-bounds
    __syncthreads();
    histogram[threadIdx.x] = counts[threadIdx.x]; // finds: out-of-bounds
}

int main() {
    const RandomNumbers gradients(BINS);
    const DeviceArray<int> histogram(BINS);
#ifdef FIXED
    orientations<<<1, BINS, BINS * sizeof(int)>>>(gradients.get(), histogram.get());
#else
    orientations<<<1, BINS>>>(gradients.get(), histogram.get());
#endif
    finish();
}
