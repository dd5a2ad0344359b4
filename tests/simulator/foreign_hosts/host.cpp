// A program of another compiler's that calls the kernels, and the runtime API itself. With an argument it makes the mistakes.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

extern "C" void add_one(int* numbers, int n);
extern "C" void shift_left(int* numbers, int n);

__host__ __device__ constexpr int bytes_of(int numbers) { return numbers * 4; }

int main(int count, char**) {
    std::vector<int> numbers(100, 3);
    add_one(numbers.data(), 100);
    int* on_device = nullptr;
    cudaMalloc(&on_device, bytes_of(10));
    if (count > 1) {
        shift_left(numbers.data(), 100);
        cudaMemset(on_device, 0, bytes_of(12));
    }
    cudaFree(on_device);
    std::printf("%d\n", numbers[0]);
}
