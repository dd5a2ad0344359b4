// Threads write results to shared memory first, and then to the output. Those behind the last key go past the barrier.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void find(const int* keys, int* output, int size) {
    __shared__ int buffer[BLOCK];
    const int i = static_cast<int>(blockIdx.x * BLOCK + threadIdx.x);
#ifdef FIXED
    if (i < size) buffer[threadIdx.x] = 2 * keys[i];
    __syncthreads();
    if (i < size) output[i] = buffer[threadIdx.x];
#else
    if (i < size) {
        buffer[threadIdx.x] = 2 * keys[i];
        __syncthreads(); // finds: warning barrier-divergence
        output[i] = buffer[threadIdx.x];
    }
#endif
}

int main() {
    const RandomNumbers keys(100);
    const DeviceArray<int> output(100);
    find<<<2, BLOCK>>>(keys.get(), output.get(), keys.size());
    finish();
}
