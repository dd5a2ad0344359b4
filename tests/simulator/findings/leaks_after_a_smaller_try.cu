// An error that the program takes in its stride is no reason to leave.
#include <cuda_runtime.h>

int main() {
    int* data = nullptr;
    std::size_t bytes = std::size_t{1} << 50;
    while (cudaMalloc(&data, bytes) != cudaSuccess) bytes /= 4096; // finds warning: leak: `data` .* is never freed
    return 0;
}
