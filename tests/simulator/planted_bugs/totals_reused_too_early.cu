// Two block sums in a row through one array of warp totals, with no barrier between them: a fast warp
// writes the second sum's total while a slow one still adds up the first sum's.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;

__device__ int block_sum(int value) {
    __shared__ int totals[WARPS];
    const int warp_total = scanlab::warp_sum(value);
    if (threadIdx.x % 32 == 0) totals[threadIdx.x / 32] = warp_total; // finds: race-shared
    __syncthreads();
    int sum = 0;
    for (int warp = 0; warp < WARPS; ++warp) sum += totals[warp]; // finds: race-shared
    return sum;
}

__global__ void moments(const int* input, int* sums, int* squares) {
    const int value = input[blockIdx.x * BLOCK + threadIdx.x];
    const int sum = block_sum(value);
    const int square = block_sum(value * value);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        squares[blockIdx.x] = square;
    }
}

int main() {
    constexpr int blocks = 4;
    const RandomNumbers input(blocks * BLOCK);
    const DeviceArray<int> sums(blocks), squares(blocks);
    moments<<<blocks, BLOCK>>>(input.get(), sums.get(), squares.get());
    finish();
}
