// Memory that is never freed, reported once for each line that allocates it.
#include <cuda_runtime.h>

int main() {
    int *d_in = nullptr, *kept = nullptr, *pinned = nullptr;
    cudaMalloc(&d_in, 4096);     // finds warning: leak: `d_in` .4096 bytes. is never freed
    cudaMallocHost(&pinned, 64); // finds warning: leak: `pinned` .64 bytes. is never freed
    for (int i = 0; i < 3; ++i) {
        cudaMalloc(&d_in, 100); // finds warning: leak: 3 allocations made here .300 bytes.
    }
    cudaMallocManaged(&kept, 8);
    cudaFree(kept);
    return 0;
}
