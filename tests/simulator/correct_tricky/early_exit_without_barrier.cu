// Threads past the end of the array leave early, which is fine where no barrier comes, and where
// those that stay shuffle among themselves, with a mask that was taken before.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void sum_up(const int* input, int* sum, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const unsigned here = __ballot_sync(0xffffffffu, i < n);
    if (i >= n) return;

    int value = input[i];
    const int lane = threadIdx.x % 32, lanes = __popc(here); // the first ones
    for (int distance = 16; distance > 0; distance /= 2) {
        const int other = __shfl_sync(here, value, lane + distance < lanes ? lane + distance : lane);
        if (lane < distance && lane + distance < lanes) value += other;
    }
    if (lane == 0) atomicAdd(sum, value);
}

int main() {
    constexpr int n = 1003;
    const RandomNumbers input(n);
    const DeviceArray<int> sum(1);
    sum.clear();
    sum_up<<<8, BLOCK>>>(input.get(), sum.get(), n);
    finish();
    InclusiveScan scan;
    int expected = 0;
    for (int i = 0; i < n; ++i) expected = scan(i);
    return verdict(sum, [=](int) { return expected; });
}
