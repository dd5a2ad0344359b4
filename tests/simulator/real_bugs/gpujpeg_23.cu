// The first thread of each segment takes a place in the output. The copying threads of another warp use it at once.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128, SEGMENTS = 4;

__global__ void compact(const int* sizes, unsigned* next, unsigned* places) {
    __shared__ unsigned place[SEGMENTS];
    if (threadIdx.x < SEGMENTS) place[threadIdx.x] = atomicAdd(next, static_cast<unsigned>(sizes[threadIdx.x])); // finds: race-shared
#ifdef FIXED
    __syncthreads();
#endif
    places[threadIdx.x] = place[threadIdx.x / 32]; // finds: race-shared, maybe uninitialized
}

int main() {
    const RandomNumbers sizes(SEGMENTS);
    const DeviceArray<unsigned> next(1), places(BLOCK);
    next.clear();
    compact<<<1, BLOCK>>>(sizes.get(), next.get(), places.get());
    finish();
}
