// Two kernels in each of which one word is missing.
#include <cuda/atomic>
#include <cuda_runtime.h>

constexpr int threads = 64;
__device__ int numbers[threads], sum, ready;

__global__ void reverse() {
    __shared__ int shared[threads];
    shared[threadIdx.x] = threadIdx.x;
    numbers[threadIdx.x] = shared[threads - 1 - threadIdx.x];
}

__global__ void publish() {
    const cuda::atomic_ref<int, cuda::thread_scope_device> flag(ready);
    if (blockIdx.x == 0) {
        sum = 42;
        flag.store(1, cuda::memory_order_relaxed);
    } else {
        while (flag.load(cuda::memory_order_acquire) == 0) {}
        numbers[0] = sum;
    }
}

int main() {
    reverse<<<1, threads>>>();
    publish<<<2, 1>>>();
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
