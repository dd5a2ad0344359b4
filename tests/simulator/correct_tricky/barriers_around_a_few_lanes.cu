// Some lanes have returned; those that stay go on with shuffles and __syncwarp() whose mask names only
// them. A lane that has left is not missed where nobody names it.
#include "../corpus/device.cuh"

constexpr int BLOCK = 32;

__global__ void scan_odd_lanes(const int* input, int* output) {
    __shared__ int sums[BLOCK];
    const int lane = threadIdx.x;
    if (lane % 2 == 0) return;
    constexpr unsigned odd = 0xaaaaaaaa;

    sums[lane] = input[lane];
    __syncwarp(odd);
    for (int distance = 2; distance < BLOCK; distance *= 2) {
        const int left = lane >= distance ? sums[lane - distance] : 0;
        __syncwarp(odd);
        sums[lane] += left;
        __syncwarp(odd);
    }
    output[lane / 2] = __shfl_sync(odd, sums[lane], 31) - sums[lane];
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK / 2);
    scan_odd_lanes<<<1, BLOCK>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int k) {
        int sum = 0;
        for (int i = 2 * k + 3; i < BLOCK; i += 2) sum += random_number(i);
        return sum;
    });
}
