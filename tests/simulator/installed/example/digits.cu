// How often each digit occurs. Threads with the same digit add to the same number without atomicAdd(): a race.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int THREADS = 128;

__global__ void count_digits(const int* digits, int* counts) {
    const int digit = digits[blockIdx.x * THREADS + threadIdx.x];
    counts[digit] += 1;
}

int main() {
    constexpr int n = 1024;
    int numbers[n], counts[10];
    for (int i = 0; i < n; ++i) numbers[i] = (7 * i) % 10;
    int *digits = nullptr, *output = nullptr;
    cudaMalloc(&digits, sizeof numbers);
    cudaMalloc(&output, sizeof counts);
    cudaMemcpy(digits, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemset(output, 0, sizeof counts);
    count_digits<<<n / THREADS, THREADS>>>(digits, output);
    cudaMemcpy(counts, output, sizeof counts, cudaMemcpyDeviceToHost);
    cudaFree(digits);
    cudaFree(output);
    for (const int count : counts) std::printf("%d ", count);
    std::printf("\n");
}
