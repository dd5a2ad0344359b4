// Points are counted by instance in device memory that was taken to be zero after its allocation.
#include "../corpus/device.cuh"

constexpr int INSTANCES = 8;

__global__ void aggregate(const int* points, int* counts, int* sizes) {
    const int instance = (points[threadIdx.x] + 50) % INSTANCES;
    const int place = atomicAdd(&counts[instance], 1); // finds: uninitialized
    sizes[threadIdx.x] = place;
}

int main() {
    const RandomNumbers points(64);
    const DeviceArray<int> counts(INSTANCES), sizes(64);
#ifdef FIXED
    counts.clear();
#endif
    aggregate<<<1, 64>>>(points.get(), counts.get(), sizes.get());
    finish();
}
