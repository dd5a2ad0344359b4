// A semicolon ends an if, and the block that was meant runs in all threads.
#include "../corpus/device.cuh"

__global__ void centroid(const int* coordinates, int* output) {
    __shared__ int sums[3];
#ifdef FIXED
    if (threadIdx.x < 3) {
        sums[threadIdx.x] = 0;
    }
#else
    if (threadIdx.x < 3)
        ;
    { sums[threadIdx.x] = 0; } // finds: out-of-bounds
#endif
    __syncthreads();
    atomicAdd(&sums[threadIdx.x % 3], coordinates[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x < 3) output[threadIdx.x] = sums[threadIdx.x];
}

int main() {
    const RandomNumbers coordinates(48);
    const DeviceArray<int> output(3);
    centroid<<<1, 48>>>(coordinates.get(), output.get());
    finish();
}
