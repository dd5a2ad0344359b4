// A kernel calls a function that lacks its mark. (A page shows what is said of it.)
#include <cuda_runtime.h>

int twice(int x) { return 2 * x; }

__global__ void double_all(int* numbers) {
    const unsigned t = threadIdx.x;
    numbers[t] = twice(numbers[t]);
}

int main() {
    int* numbers = nullptr;
    cudaMalloc(&numbers, 8 * sizeof(int));
    cudaMemset(numbers, 0, 8 * sizeof(int));
    double_all<<<1, 8>>>(numbers);
    cudaFree(numbers);
}
