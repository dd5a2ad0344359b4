// Values from 0 to 16 are counted in sixteen cells of the device: the last one's count is another
// variable.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128, CELLS = 16;

__device__ int counts[CELLS];
__device__ int values_seen;

__global__ void count(const int* input) {
    const int value = (input[threadIdx.x] + 50) % (CELLS + 1);
    atomicAdd(&counts[value], 1); // finds: out-of-bounds
    atomicAdd(&values_seen, 1);
}

int main() {
    const RandomNumbers input(BLOCK);
    count<<<1, BLOCK>>>(input.get());
    finish();
}
