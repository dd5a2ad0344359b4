// Memory that nobody frees, told once for each line that allocates it.
#include <cuda_runtime.h>

int main() {
    int *d_in = nullptr, *kept = nullptr, *pinned = nullptr;
    cudaMalloc(&d_in, 4096);     // finds leak: d_in is never freed: 4096 bytes
    cudaMallocHost(&pinned, 64); // finds leak: pinned is never freed: 64 bytes
    for (int i = 0; i < 3; ++i) {
        cudaMalloc(&d_in, 100); // finds leak: 3 allocations made here are never freed: 300 bytes
    }
    cudaMallocManaged(&kept, 8);
    cudaFree(kept);
    return 0;
}
