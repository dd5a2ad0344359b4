// Last block done with a counter that the last block itself resets by a plain store: all others have
// taken their ticket by then, and the next launch comes after this one's end.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__device__ unsigned tickets;

__global__ void largest(const int* input, int* maxima, int* result) {
    __shared__ int block_maximum;
    if (threadIdx.x == 0) block_maximum = INT_MIN;
    __syncthreads();
    atomicMax(&block_maximum, input[blockIdx.x * BLOCK + threadIdx.x]);
    __syncthreads();

    if (threadIdx.x == 0) {
        maxima[blockIdx.x] = block_maximum;
        __threadfence();
        if (atomicAdd(&tickets, 1u) == gridDim.x - 1) {
            __threadfence();
            int maximum = INT_MIN;
            for (unsigned block = 0; block < gridDim.x; ++block) maximum = max(maximum, maxima[block]);
            *result = maximum;
            tickets = 0;
        }
    }
}

int main() {
    constexpr int blocks = 10, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> maxima(blocks), results(2);
    for (int launch = 0; launch < 2; ++launch) largest<<<blocks, BLOCK>>>(input.get(), maxima.get(), results.get() + launch);
    finish();
    int expected = INT_MIN;
    for (int i = 0; i < n; ++i) expected = random_number(i) > expected ? random_number(i) : expected;
    return verdict(results, [=](int) { return expected; });
}
