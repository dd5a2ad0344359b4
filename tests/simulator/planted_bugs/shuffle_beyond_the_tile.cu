// A warp of 20 lanes adds up its values. The lanes at its end read from lanes that do not exist, add what
// comes, and hand it on to the first one.
#include "../corpus/device.cuh"

constexpr int LANES = 20;
constexpr unsigned mask = (1u << LANES) - 1;

__global__ void sum(const int* input, int* output) {
    int value = input[threadIdx.x];
    for (int distance = 16; distance > 0; distance /= 2) {
        const int other = __shfl_down_sync(mask, value, distance);
        value += other;
    }
    if (threadIdx.x == 0) *output = value; // finds: uninitialized
}

int main() {
    const RandomNumbers input(LANES);
    const DeviceArray<int> output(1);
    sum<<<1, LANES>>>(input.get(), output.get());
    finish();
}
