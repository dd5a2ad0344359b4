// Lesson 00, find the bug: 2000 numbers are doubled, or are they?
#include <cstdio>
#include <vector>

__global__ void twice(int* numbers, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) numbers[i] = 2 * numbers[i];
}

int main() {
    const int n = 2000;
    std::vector<int> numbers(n, 21);
    int* device = nullptr;
    cudaMalloc(&device, n * sizeof(int));
    cudaMemcpy(device, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<1, n>>>(device, n);
    cudaMemcpy(numbers.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(device);
    std::printf("the last number is %d\n", numbers[n - 1]);
}
