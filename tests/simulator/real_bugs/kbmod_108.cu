// Times of images are loaded into shared memory by the first threads, and used by all.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, IMAGES = 20;

__global__ void search(const int* times, int* positions) {
    __shared__ int shared_times[IMAGES];
    if (threadIdx.x < IMAGES) shared_times[threadIdx.x] = times[threadIdx.x]; // finds: race-shared
#ifdef FIXED
    __syncthreads();
#endif
    int sum = 0;
    for (int i = 0; i < IMAGES; ++i) sum += shared_times[i] * static_cast<int>(threadIdx.x); // finds: race-shared, maybe uninitialized
    positions[threadIdx.x] = sum;
}

int main() {
    const RandomNumbers times(IMAGES);
    const DeviceArray<int> positions(BLOCK);
    search<<<1, BLOCK>>>(times.get(), positions.get());
    finish();
}
