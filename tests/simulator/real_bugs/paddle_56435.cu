// A layer norm goes from row to row. The sums of the warps are stored for the next row while some threads still read
// those of the last.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128, WARPS = BLOCK / 32;

__global__ void layer_norm(const int* input, int* output, int rows) {
    __shared__ int warp_sums[WARPS];
    for (int row = 0; row < rows; ++row) {
        const int x = input[row * BLOCK + threadIdx.x];
        int sum = x;
        for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(0xffffffff, sum, offset);
#ifdef FIXED
        __syncthreads();
#endif
        if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = sum; // finds: race-shared
        __syncthreads();
        int total = 0;
        for (int i = 0; i < WARPS; ++i) total += warp_sums[i]; // finds: race-shared
        output[row * BLOCK + threadIdx.x] = x - total / BLOCK;
    }
}

int main() {
    constexpr int rows = 3;
    const RandomNumbers input(rows * BLOCK);
    const DeviceArray<int> output(rows * BLOCK);
    layer_norm<<<1, BLOCK>>>(input.get(), output.get(), rows);
    finish();
}
