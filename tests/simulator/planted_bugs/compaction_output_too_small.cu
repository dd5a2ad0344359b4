// Compaction into an array for the number of elements that somebody expected to stay: more of them do.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void keep_positive(const int* input, int* output, int* kept, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n || input[i] <= 0) return;
    output[atomicAdd(kept, 1)] = input[i]; // finds: out-of-bounds
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n / 4), kept(1);
    kept.clear();
    keep_positive<<<8, BLOCK>>>(input.get(), output.get(), kept.get(), n);
    finish();
}
