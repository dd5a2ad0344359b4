// std::memset() instead of cudaMemset().
#include "../corpus/device.cuh"

#include <cstring>

constexpr int BLOCK = 64;

__global__ void count(const int* input, int* counts) {
    atomicAdd(&counts[(input[threadIdx.x] + 50) % 10], 1); // finds: maybe uninitialized
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> counts(10);
    std::memset(counts.get(), 0, counts.bytes()); // finds: out-of-bounds
    count<<<1, BLOCK>>>(input.get(), counts.get());
    finish();
}
