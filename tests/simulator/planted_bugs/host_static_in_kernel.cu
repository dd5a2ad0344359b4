// The kernel counts in a static variable of the host, through a pointer.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void count_positive(const int* input, int* count) {
    if (input[threadIdx.x] > 0) atomicAdd(count, 1); // finds: out-of-bounds
}

int main() {
    static int count = 0;
    const RandomNumbers input(BLOCK);
    count_positive<<<1, BLOCK>>>(input.get(), &count);
    finish();
    std::printf("%d\n", count);
}
