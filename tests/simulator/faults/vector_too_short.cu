// A vector has fewer elements than are copied from it: the finding shows its line, although the C++ library has allocated them.
#include <cuda_runtime.h>

#include <vector>

int main() {
    int* device = nullptr;
    const std::vector<int> host(50);
    if (cudaMalloc(&device, 100 * sizeof(int)) != cudaSuccess) return 1;
    cudaMemcpy(device, host.data(), 100 * sizeof(int), cudaMemcpyHostToDevice);
    cudaFree(device);
}
