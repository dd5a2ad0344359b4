// Lesson 00, find the bug: 1000 numbers are doubled.
#include <scanlab/check.cuh>

#include <vector>

__global__ void twice(int* numbers) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    numbers[i] = 2 * numbers[i];
}

int main() {
    const int n = 1000;
    std::vector<int> numbers(n, 21);
    int* device = nullptr;
    check("cudaMalloc", cudaMalloc(&device, n * sizeof(int)));
    check("copy in", cudaMemcpy(device, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    twice<<<4, 256>>>(device);
    check("launch", cudaGetLastError());
    check("copy out", cudaMemcpy(numbers.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost));
    check("cudaFree", cudaFree(device));
    std::printf("the last number is %d\n", numbers[n - 1]);
}
