// A block's scan asserts that its tile is full, which the last one is not; the program looks at no error.
#undef NDEBUG
#include "../corpus/device.cuh"

#include <cassert>

constexpr int BLOCK = 128;

__global__ void scan_tiles(const int* input, int* output, int n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    assert(i < n); // finds: failed-assertion
    sums[t] = input[i];
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int left = t >= distance ? sums[t - distance] : 0;
        __syncthreads();
        sums[t] += left;
        __syncthreads();
    }
    output[i] = sums[t];
}

int main() {
    constexpr int n = 2 * BLOCK + 40;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    scan_tiles<<<3, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
