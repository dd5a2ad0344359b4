// Thread 0 acquires a flag for its whole block, and the others read on without waiting for it. That
// they have waited is what the barrier after the acquire would be for.
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 128;

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void hand_over(const int* input, int* squares, int* flag, int* output) {
    const int t = threadIdx.x;
    if (blockIdx.x == 0) {
        squares[t] = input[t] * input[t]; // finds: race-global
        __syncthreads();
        if (t == 0) Flag(*flag).store(1, cuda::memory_order_release);
    } else {
        if (t == 0)
            while (Flag(*flag).load(cuda::memory_order_acquire) == 0) {}
        output[t] = squares[BLOCK - 1 - t]; // finds: race-global
    }
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> squares(BLOCK), output(BLOCK), flag(1);
    squares.clear();
    flag.clear();
    hand_over<<<2, BLOCK>>>(input.get(), squares.get(), flag.get(), output.get());
    finish();
}
