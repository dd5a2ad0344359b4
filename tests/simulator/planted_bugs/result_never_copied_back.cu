// Every element twice as large; but the result stays on the device, and the host looks at an array that nobody has filled.
#include "../corpus/device.cuh"

#include <vector>

__global__ void twice(const int* input, int* output, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) output[i] = 2 * input[i];
}

int main() {
    constexpr int n = 1000;
    const std::vector<int> numbers(n, 1);
    std::vector<int> result(n, -1);
    int *input = nullptr, *output = nullptr;
    check(cudaMalloc(&input, n * sizeof(int)));
    check(cudaMalloc(&output, n * sizeof(int)));
    check(cudaMemcpy(input, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    twice<<<4, 256>>>(input, output, n); // finds: warning lost-result
    finish();
    check(cudaFree(input));
    check(cudaFree(output));
    return result[0] == 2 ? 0 : 1;
}
