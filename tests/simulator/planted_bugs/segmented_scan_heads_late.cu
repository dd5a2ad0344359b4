// Lesson 03's challenge, the segmented scan: the sums are kept apart by two barriers per step, but the
// heads are updated after the second one, while others already read them for the next step.
#include "../corpus/device.cuh"

constexpr int BLOCK = 256;

__global__ void segmented_scan(const int* input, int* output, int n) {
    __shared__ int sums[BLOCK];
    __shared__ bool has_head[BLOCK]; // whether a segment begins among the elements summed up so far
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    sums[t] = i < n ? input[i] : 0;
    has_head[t] = t == 0 || i % 7 == 0;
    __syncthreads();

    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const bool ends_here = has_head[t];
        const int left = t >= distance && !ends_here ? sums[t - distance] : 0;
        const bool left_has_head = t >= distance && has_head[t - distance]; // finds: race-shared
        __syncthreads();
        sums[t] += left;
        __syncthreads();
        has_head[t] = ends_here || left_has_head; // finds: race-shared
    }

    if (i < n) output[i] = sums[t];
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    segmented_scan<<<4, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
