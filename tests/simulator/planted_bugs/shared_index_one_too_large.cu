// A block's exclusive scan, stored a place to the right in shared memory: the last thread's sum lands
// past the array. Where no other variable lies there, a GPU says nothing.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 128;

__global__ void exclusive_scan(const int* input, int* output) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    const int before = scanlab::block_exclusive_scan<BLOCK>(input[i]);
    if (t == 0) sums[0] = 0;
    sums[t + 1] = before + input[i]; // finds: out-of-bounds
    __syncthreads();
    output[i] = sums[t];
}

int main() {
    constexpr int blocks = 4;
    const RandomNumbers input(blocks * BLOCK);
    const DeviceArray<int> output(blocks * BLOCK);
    exclusive_scan<<<blocks, BLOCK>>>(input.get(), output.get());
    finish();
}
