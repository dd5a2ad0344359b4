// Of a pair of minimum and maximum only the minimum is ever set.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

struct Range {
    int least, most;
};

__device__ int length(const Range& range) { return range.most - range.least; } // finds: uninitialized

__global__ void spread(const int* input, int* output) {
    Range range;
    range.least = min(input[threadIdx.x], input[BLOCK + threadIdx.x]);
    output[threadIdx.x] = length(range);
}

int main() {
    const RandomNumbers input(2 * BLOCK);
    const DeviceArray<int> output(BLOCK);
    spread<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
