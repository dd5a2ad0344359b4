// Memory that is freed wrongly, or used afterwards.
#include <cuda_runtime.h>

int main() {
    int on_host = 0, *a = nullptr, *b = nullptr, *pinned = nullptr;
    cudaMalloc(&a, 400);
    cudaMalloc(&b, 400);
    cudaMallocHost(&pinned, 4);

    cudaFree(a);
    cudaFree(a);        // finds double-free: `a` is freed a second time
    cudaFree(b + 1);    // finds double-free: .*byte 4 of `b`. Only the pointer to its first byte
    cudaFree(&on_host); // finds double-free: .*pointer to host memory, which no CUDA function
    cudaFree(pinned);   // finds double-free: .*cannot free pinned host memory .`pinned`.
    cudaFreeHost(b);    // finds double-free: .*cannot free device memory .`b`.

    cudaMemset(a, 0, 4);                               // finds use-after-free: The destination of this call is `a`,
    cudaMemcpy(&on_host, a + 1, 4, cudaMemcpyDefault); // finds use-after-free: The source of this call is `a`, which
    cudaFree(b);
    cudaFreeHost(pinned);
    cudaFree(nullptr);
    return 0;
}
