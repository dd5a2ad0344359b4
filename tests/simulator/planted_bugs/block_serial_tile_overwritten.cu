// Lesson 02's exercise, the block-serial scan, without the barrier at the end of a tile: the last
// thread loads its element of the next tile over the total that the others are about to read.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void block_serial_scan(const int* input, int* output, int n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    int carry = 0;

    for (int start = 0; start < n; start += BLOCK) {
        const int i = start + t;
        sums[t] = i < n ? input[i] : 0; // finds: race-shared
        __syncthreads();

        for (int distance = 1; distance < BLOCK; distance *= 2) {
            const int left = t >= distance ? sums[t - distance] : 0;
            __syncthreads();
            sums[t] += left;
            __syncthreads();
        }

        if (i < n) output[i] = carry + sums[t];
        carry += sums[BLOCK - 1]; // finds: race-shared
    }
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    block_serial_scan<<<1, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
