// Lanes at the end of a group read from lanes that take no part: what comes is undefined, but they do
// not look at it.
#include "../corpus/device.cuh"

constexpr int LANES = 20;
constexpr unsigned mask = (1u << LANES) - 1;

__device__ int from_below(int value, int distance) { return __shfl_down_sync(mask, value, distance); }

__global__ void scan_from_the_end(const int* input, int* output) {
    const int lane = threadIdx.x;
    if (lane >= LANES) return;
    int sum = input[lane], same = input[lane], again = input[lane];
    for (int distance = 1; distance < LANES; distance *= 2) {
        const int next = __shfl_down_sync(mask, sum, distance);
        if (lane + distance < LANES) sum += next;
        const int other = from_below(same, distance);
        same = lane + distance < LANES ? same + other : same;
        int third = __shfl_down_sync(mask, again, distance);
        if (lane + distance >= LANES) third = 0;
        again += third;
    }
    output[lane] = same == sum && again == sum ? sum : INT_MIN;
}

int main() {
    const RandomNumbers input(LANES);
    const DeviceArray<int> output(LANES);
    scan_from_the_end<<<1, 32>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int i) {
        int sum = 0;
        for (int k = i; k < LANES; ++k) sum += random_number(k);
        return sum;
    });
}
