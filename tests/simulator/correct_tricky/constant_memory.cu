// A stencil whose weights stand in constant memory, which the host fills through the symbol; a device
// variable is read back the same way.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__constant__ int weights[3];
__device__ int sum;

__global__ void convolve(const int* input, int* output, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    int result = 0;
    for (int k = -1; k <= 1; ++k)
        if (i + k >= 0 && i + k < n) result += weights[k + 1] * input[i + k];
    output[i] = result;
    atomicAdd(&sum, result);
}

int main() {
    constexpr int n = 300, host_weights[] = {1, 2, 3};
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    check(cudaMemcpyToSymbol(weights, host_weights, sizeof weights));
    convolve<<<5, BLOCK>>>(input.get(), output.get(), n);
    finish();

    const auto at = [](int i) { return i < 0 || i >= n ? 0 : random_number(i); };
    const auto expected = [&](int i) { return at(i - 1) + 2 * at(i) + 3 * at(i + 1); };
    int total = 0, expected_total = 0;
    check(cudaMemcpyFromSymbol(&total, sum, sizeof total));
    for (int i = 0; i < n; ++i) expected_total += expected(i);
    return total == expected_total ? verdict(output, expected) : 1;
}
