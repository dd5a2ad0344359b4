// A warp's scan in shared memory, without the __syncwarp() between reading and writing: "the lanes run
// in step anyway". Since Volta nothing promises that, though mostly they do.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void scan_warps(const int* input, int* output, int n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const int lane = t % 32;
    const int i = blockIdx.x * BLOCK + t;

    sums[t] = i < n ? input[i] : 0;
    __syncwarp();

    for (int distance = 1; distance < 32; distance *= 2) {
        const int left = lane >= distance ? sums[t - distance] : 0; // finds: race-shared
        sums[t] += left;                                            // finds: race-shared
        __syncwarp();
    }

    if (i < n) output[i] = sums[t];
}

int main() {
    constexpr int n = 500;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    scan_warps<<<4, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
