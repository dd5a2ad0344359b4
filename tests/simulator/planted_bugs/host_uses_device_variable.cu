// The kernel counts in a variable of the device, and the host prints its own, which has the same name.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__device__ int positive;

__global__ void count_positive(const int* input) {
    if (input[threadIdx.x] > 0) atomicAdd(&positive, 1);
}

int main() {
    const RandomNumbers input(BLOCK);
    count_positive<<<1, BLOCK>>>(input.get());
    finish();
    std::printf("%d\n", positive); // finds: out-of-bounds
}
