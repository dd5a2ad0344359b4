// A block of 20 threads scans by shuffles with the mask of its lanes: lanes near the end read from
// lanes that do not exist, and drop what they get.
#include "../corpus/device.cuh"

constexpr int LANES = 20;

__global__ void suffix_sums(const int* input, int* output) {
    const unsigned mask = (1u << LANES) - 1;
    const int lane = threadIdx.x;
    int sum = input[lane];
    for (int distance = 1; distance < LANES; distance *= 2) {
        const int right = __shfl_down_sync(mask, sum, distance);
        if (lane + distance < LANES) sum += right;
    }
    output[lane] = sum;
}

int main() {
    const RandomNumbers input(LANES);
    const DeviceArray<int> output(LANES);
    suffix_sums<<<1, LANES>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int i) {
        int sum = 0;
        for (; i < LANES; ++i) sum += random_number(i);
        return sum;
    });
}
