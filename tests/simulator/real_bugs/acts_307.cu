// Only threads whose pair is good reach the barrier.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void search_pairs(const int* distances, int* found) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (distances[threadIdx.x] > 0) {
        atomicAdd(&count, 1); // finds: maybe race-shared
#ifndef FIXED
        __syncthreads(); // finds: barrier-divergence
#endif
    }
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0) *found = count; // finds: maybe race-shared
}

int main() {
    const RandomNumbers distances(BLOCK);
    const DeviceArray<int> found(1);
    search_pairs<<<1, BLOCK>>>(distances.get(), found.get());
    finish();
}
