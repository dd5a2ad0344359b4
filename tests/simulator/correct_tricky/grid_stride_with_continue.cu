// A grid-stride loop that passes over elements with `continue`, so that threads make different numbers
// of rounds, each at its own pace; there is no barrier in the loop.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void square_positive(const int* input, int* output, int n) {
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
        if (input[i] <= 0) continue;
        output[i] = input[i] * input[i];
    }
    __syncthreads();
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    output.clear();
    square_positive<<<3, BLOCK>>>(input.get(), output.get(), n);
    finish();
    return verdict(output, [](int i) { return random_number(i) > 0 ? random_number(i) * random_number(i) : 0; });
}
