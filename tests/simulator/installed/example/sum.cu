// The sum of 1 to 1024, in each step of which half as many threads add. It is correct.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int THREADS = 128;

__global__ void sum_of_block(const int* input, int* sums) {
    __shared__ int partial[THREADS];
    partial[threadIdx.x] = input[blockIdx.x * THREADS + threadIdx.x];
    for (unsigned active = THREADS / 2; active > 0; active /= 2) {
        __syncthreads();
        if (threadIdx.x < active) partial[threadIdx.x] += partial[threadIdx.x + active];
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

int main() {
    constexpr int n = 1024, blocks = n / THREADS;
    int numbers[n], sums[blocks], total = 0;
    for (int i = 0; i < n; ++i) numbers[i] = i + 1;
    int *input = nullptr, *output = nullptr;
    cudaMalloc(&input, sizeof numbers);
    cudaMalloc(&output, sizeof sums);
    cudaMemcpy(input, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    sum_of_block<<<blocks, THREADS>>>(input, output);
    cudaMemcpy(sums, output, sizeof sums, cudaMemcpyDeviceToHost);
    for (const int sum : sums) total += sum;
    cudaFree(input);
    cudaFree(output);
    std::printf("sum: %d\n", total);
    return total == n * (n + 1) / 2 ? 0 : 1;
}
