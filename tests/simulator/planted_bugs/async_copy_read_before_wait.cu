// A thread reads what its asynchronous copy brings before it has waited for it.
#include "../corpus/device.cuh"

#include <cuda_pipeline.h>

constexpr int BLOCK = 64, TILES = 4;

__global__ void double_all(const int* input, int* output) {
    __shared__ int tile[BLOCK];
    for (int t = 0; t < TILES; ++t) {
        const int i = t * BLOCK + static_cast<int>(threadIdx.x);
        __pipeline_memcpy_async(&tile[threadIdx.x], &input[i], sizeof(int)); // finds: race-shared
        __pipeline_commit();
        output[i] = 2 * tile[threadIdx.x]; // finds: race-shared
        __pipeline_wait_prior(0);
    }
}

int main() {
    constexpr int n = TILES * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    double_all<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
