// A counter of positions gives up when it is full, and the room is one position too small.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__device__ int take_position(int* count, int room) {
    const int position = atomicAdd(count, 1);
    if (position >= room) __trap(); // finds: trap
    return position;
}

__global__ void keep_positive(const int* input, int* output, int* count, int n, int room) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && input[i] > 0) output[take_position(count, room)] = input[i];
}

int main() {
    constexpr int n = 4 * BLOCK;
    const RandomNumbers input(n);
    int positive = 0;
    for (int i = 0; i < n; ++i) positive += random_number(i) > 0;
    const DeviceArray<int> output(positive), count(1);
    count.clear();
    keep_positive<<<4, BLOCK>>>(input.get(), output.get(), count.get(), n, positive - 1);
    finish();
}
