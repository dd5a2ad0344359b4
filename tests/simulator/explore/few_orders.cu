// The flag is acquired only where nobody sees it set in most orders.
#include <cuda/atomic>
#include <cuda_runtime.h>

#include <cstdio>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void publish_and_look(int* value, int* flag, int* seen) {
    if (blockIdx.x == 0) {
        *value = 42;
        Flag(*flag).store(1, cuda::memory_order_release);
    } else if (Flag(*flag).load(cuda::memory_order_relaxed) == 1) {
        *seen = *value;
    }
}

int main() {
    int* memory = nullptr;
    cudaMalloc(&memory, 3 * sizeof(int));
    cudaMemset(memory, 0, 3 * sizeof(int));
    publish_and_look<<<2, 1>>>(memory, memory + 1, memory + 2);
    const bool is_right = cudaDeviceSynchronize() == cudaSuccess;
    cudaFree(memory);
    std::puts("once");
    return is_right ? 0 : 1;
}
