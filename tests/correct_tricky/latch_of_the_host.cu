// Work is held back in a stream by a kernel that waits for the host: it sets a flag in pinned memory when all that is to
// follow has been submitted.
#include "../corpus/device.cuh"

constexpr int SIZE = 256;

__global__ void wait_for_host(volatile unsigned* latch) {
    while (*latch == 0) {
    }
}
__global__ void square(const int* input, int* output) {
    output[threadIdx.x] = input[threadIdx.x] * input[threadIdx.x];
}

int main() {
    const RandomNumbers input(SIZE);
    const DeviceArray<int> output(SIZE);
    unsigned* latch = nullptr;
    check(cudaMallocHost(&latch, sizeof *latch));
    *latch = 0;
    finish();
    wait_for_host<<<1, 1>>>(latch);
    square<<<1, SIZE>>>(input.get(), output.get());
    *latch = 1;
    finish();
    check(cudaFreeHost(latch));
    return verdict(output, [](int i) { return random_number(i) * random_number(i); });
}
