// Work is held back in a stream by a kernel that waits for the host: it sets a flag in pinned memory when all that is to
// follow has been submitted. And both look for a maximum in one place, where the host guesses and then checks.
#include "../corpus/device.cuh"

constexpr int SIZE = 256;

__global__ void wait_for_host(volatile unsigned* latch) {
    while (*latch == 0) {}
}
__global__ void square(const int* input, int* output) { output[threadIdx.x] = input[threadIdx.x] * input[threadIdx.x]; }
__global__ void find_largest(const int* input, int* largest) { atomicMax_system(largest, input[threadIdx.x]); }

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

    int *largest = nullptr, expected = 0, own = 0;
    check(cudaMallocHost(&largest, sizeof *largest));
    *largest = -1000;
    find_largest<<<1, SIZE>>>(input.get(), largest);
    for (int i = 0; i < SIZE; ++i) own = random_number(i) > own ? random_number(i) : own;
    do {
        expected = *largest;
    } while (__sync_val_compare_and_swap(largest, expected, expected > own ? expected : own) != expected);
    finish();
    const bool is_found = *largest == own;
    check(cudaFreeHost(largest));
    return !is_found || verdict(output, [](int i) { return random_number(i) * random_number(i); });
}
