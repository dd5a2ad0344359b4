// Threads beyond the input hand what they have never set to functions that calculate with it, ask what it is, or give it back, and to
// a collective that is told of too many values.
// every marked place has to be found
#include "../corpus/device.cuh"

#include <cub/warp/warp_reduce.cuh>

constexpr int LANES = 32, VALID = 20;

__device__ int same(int value) { return value; }
__device__ float halved(float value) { return value / 2; }
__device__ int never_set(bool is_set) {
    int value;
    if (is_set) value = 7;
    return value;
}
__device__ bool is_large(int value) {
    return value > 500; // finds: uninitialized
}
__device__ int half_of(int value) {
    const int copy = value;
    return copy / 2; // finds: uninitialized
}

__global__ void hand_over(const int* input, int* output, float* real_output) {
    const int i = static_cast<int>(threadIdx.x);
    int value;
    float real;
    if (i < VALID) real = static_cast<float>(value = input[i]);
    real_output[i] = halved(real); // finds: uninitialized
    output[i] = same(value);       // finds: uninitialized
    output[LANES + i] = is_large(value) + half_of(value);
    const int received = same(never_set(i < VALID));
    if (received == 7) // finds: uninitialized
        output[2 * LANES + i] = 1;
}

__global__ void by_collective(const int* input, int* output) {
    using WarpReduce = cub::WarpReduce<int>;
    __shared__ WarpReduce::TempStorage storage;
    int value;
    if (threadIdx.x < VALID) value = input[threadIdx.x];
    const int sum = WarpReduce(storage).Sum(value, VALID + 1); // finds: uninitialized
    if (threadIdx.x == 0) output[0] = sum;
}

int main() {
    const RandomNumbers input(VALID);
    const DeviceArray<int> output(LANES * 3);
    const DeviceArray<float> real_output(LANES);
    hand_over<<<1, LANES>>>(input.get(), output.get(), real_output.get());
    by_collective<<<1, LANES>>>(input.get(), output.get());
    finish();
}
