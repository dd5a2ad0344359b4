// Two block sums in a row with one barrier each: they use two arrays of totals in turn, so that the
// first one is not touched again while anybody may still read it.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;

__device__ int block_sum(int value, int* totals) {
    const int warp_total = scanlab::warp_sum(value);
    if (threadIdx.x % 32 == 0) totals[threadIdx.x / 32] = warp_total;
    __syncthreads();
    int sum = 0;
    for (int warp = 0; warp < WARPS; ++warp) sum += totals[warp];
    return sum;
}

__global__ void distances_from_mean(const int* input, int* output) {
    __shared__ int totals[2][WARPS];
    const int value = input[threadIdx.x];
    const int mean = block_sum(value, totals[0]) / BLOCK;
    const int distance = value > mean ? value - mean : mean - value;
    output[threadIdx.x] = block_sum(distance, totals[1]);
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    distances_from_mean<<<1, BLOCK>>>(input.get(), output.get());
    finish();
    int sum = 0, distances = 0;
    for (int i = 0; i < BLOCK; ++i) sum += random_number(i);
    for (int i = 0; i < BLOCK; ++i) {
        const int distance = random_number(i) - sum / BLOCK;
        distances += distance > 0 ? distance : -distance;
    }
    return verdict(output, [=](int) { return distances; });
}
