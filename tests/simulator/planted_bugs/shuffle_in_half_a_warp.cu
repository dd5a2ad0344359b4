// The first 16 lanes add up the warps' totals with a mask that names all 32; the others are not there,
// but wait at the block's barrier. On an H200 they wait for each other for ever.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 512;

__global__ void sum_tiles(const int* input, int* output) {
    __shared__ int totals[BLOCK / 32];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;
    const int warp_total = scanlab::warp_sum(input[i]);
    if (t % 32 == 0) totals[t / 32] = warp_total;
    __syncthreads();

    if (t < 16) {
        int sum = totals[t];
        for (int distance = 8; distance > 0; distance /= 2)
            sum += __shfl_down_sync(scanlab::all_lanes, sum, distance, 16); // finds: barrier-divergence
        totals[t] = sum;
    }
    __syncthreads();
    output[i] = totals[0];
}

int main() {
    constexpr int blocks = 2, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    sum_tiles<<<blocks, BLOCK>>>(input.get(), output.get());
    finish();
}
