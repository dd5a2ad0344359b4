// Whoever meets an error may leave at once.
#include <cuda_runtime.h>

int main() {
    int *small = nullptr, *large = nullptr;
    cudaMalloc(&small, 400);
    return cudaMalloc(&large, std::size_t{1} << 50) == cudaSuccess ? 1 : 0;
}
