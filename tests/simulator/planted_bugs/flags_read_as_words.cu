// One byte a flag, written one by one and counted four at a time, without a barrier between: bytes that
// are written apart still overlap the word that is read.
#include "../corpus/device.cuh"

constexpr int BLOCK = 256;

__global__ void count_positive(const int* input, int* counts) {
    __shared__ unsigned words[BLOCK / 4];
    auto* flags = reinterpret_cast<unsigned char*>(words);
    const int t = threadIdx.x;
    if (t < BLOCK / 4) words[t] = 0;
    __syncthreads();

    flags[t] = input[blockIdx.x * BLOCK + t] > 0; // finds: race-shared

    const int count = t < BLOCK / 4 ? __popc(words[t]) : 0; // finds: race-shared
    atomicAdd(&counts[blockIdx.x], count);
}

int main() {
    constexpr int blocks = 4;
    const RandomNumbers input(blocks * BLOCK);
    const DeviceArray<int> counts(blocks);
    counts.clear();
    count_positive<<<blocks, BLOCK>>>(input.get(), counts.get());
    finish();
}
