// Every warp looks at the whole mask of a round, so all of them skip the same rounds. But a warp that skips one writes
// the next mask while others still look at the last one.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void attend(const int* masks, const int* values, int* output, int rounds) {
    __shared__ int mask[BLOCK];
    int sum = 0;
    for (int round = 0; round < rounds; ++round) {
        mask[threadIdx.x] = masks[round * BLOCK + threadIdx.x]; // finds: race-shared
        __syncthreads();
        bool skip = true;
        for (int i = 0; i < BLOCK; ++i) skip = skip && mask[i] == 0; // finds: race-shared
#ifdef FIXED
        __syncthreads();
#endif
        if (skip) continue;
        sum += values[round * BLOCK + threadIdx.x];
        __syncthreads();
    }
    output[threadIdx.x] = sum;
}

int main() {
    constexpr int rounds = 3;
    const DeviceArray<int> masks(rounds * BLOCK), output(BLOCK);
    const RandomNumbers values(rounds * BLOCK);
    masks.clear();
    attend<<<1, BLOCK>>>(masks.get(), values.get(), output.get(), rounds);
    finish();
}
