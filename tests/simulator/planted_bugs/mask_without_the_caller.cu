// A shuffle for every 16 lanes, with the lower half's mask for both halves: the upper lanes call an
// operation that does not name them.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void sum_sixteens(const int* input, int* output) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    int sum = input[i];
    for (int distance = 8; distance > 0; distance /= 2) sum += __shfl_xor_sync(0x0000ffff, sum, distance); // finds: barrier-divergence
    output[i] = sum;
}

int main() {
    constexpr int blocks = 4, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    sum_sixteens<<<blocks, BLOCK>>>(input.get(), output.get());
    finish();
}
