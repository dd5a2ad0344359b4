// A segmented scan of a tile: flag and sum travel together as an int2, and the barrier after the stores
// is missing.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__device__ int2 combine(int2 left, int2 right) { return make_int2(left.x | right.x, right.x ? right.y : left.y + right.y); }

__global__ void scan_segments(const int* input, int* output) {
    __shared__ int2 pairs[2][BLOCK];
    const int t = threadIdx.x;
    pairs[0][t] = make_int2(input[t] > 40, input[t]);
    __syncthreads();
    int from = 0;
    for (int distance = 1; distance < BLOCK; distance *= 2, from ^= 1) {
        const int2 own = pairs[from][t];
        const int left = t - distance;
        pairs[from ^ 1][t] = left < 0 ? own : combine(pairs[from][left], own); // finds: race-shared
    }
    output[t] = pairs[from][t].y;
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    scan_segments<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
