// The thread that stages an element out of shared memory is not the one that has computed it.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void parallel_loop(const int* map, int* output) {
    __shared__ int staged[BLOCK];
    staged[map[threadIdx.x]] = static_cast<int>(threadIdx.x); // finds: race-shared
#ifdef FIXED
    __syncthreads();
#endif
    output[threadIdx.x] = staged[threadIdx.x]; // finds: race-shared, maybe uninitialized
}

__global__ void reverse(int* map) { map[threadIdx.x] = BLOCK - 1 - static_cast<int>(threadIdx.x); }

int main() {
    const DeviceArray<int> map(BLOCK), output(BLOCK);
    reverse<<<1, BLOCK>>>(map.get());
    parallel_loop<<<1, BLOCK>>>(map.get(), output.get());
    finish();
}
