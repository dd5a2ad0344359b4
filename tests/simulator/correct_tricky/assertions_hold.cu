// Assertions in kernels and on the host, all of which hold.
#undef NDEBUG
#include "../corpus/device.cuh"

#include <cassert>

constexpr int BLOCK = 128;

__global__ void double_all(const int* input, int* output, int n) {
    assert(blockDim.x == BLOCK && n > 0);
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    output[i] = 2 * input[i];
    assert(output[i] / 2 == input[i]);
}

int main() {
    constexpr int n = 2 * BLOCK + 5;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    double_all<<<3, BLOCK>>>(input.get(), output.get(), n);
    finish();
    assert(output.size() == n);
    return verdict(output, [](int i) { return 2 * random_number(i); });
}
