// Half a warp exchanges values and calls __syncwarp(), which without
// a mask means all 32 lanes; the other half has already left.
#include "../corpus/device.cuh"

constexpr int BLOCK = 32;

__global__ void reverse_halves(const int* input, int* output) {
    __shared__ int values[BLOCK];
    const int lane = threadIdx.x;
    if (lane >= 16) return;
    const int i = blockIdx.x * 16 + lane;

    values[lane] = input[i];
    __syncwarp(); // finds: warning barrier-divergence
    output[i] = values[15 - lane];
}

int main() {
    constexpr int blocks = 4, n = blocks * 16;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    reverse_halves<<<blocks, BLOCK>>>(input.get(), output.get());
    finish();
}
