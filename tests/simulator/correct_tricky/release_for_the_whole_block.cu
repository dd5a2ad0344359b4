// Thread 0 releases and acquires for its whole block: the barrier before the release makes the others'
// writes part of it, and the barrier after the acquire hands it on to the others.
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 128;

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void hand_over(const int* input, int* squares, int* flag, int* output) {
    const int t = threadIdx.x;
    if (blockIdx.x == 0) {
        squares[t] = input[t] * input[t];
        __syncthreads();
        if (t == 0) Flag(*flag).store(1, cuda::memory_order_release);
    } else {
        if (t == 0)
            while (Flag(*flag).load(cuda::memory_order_acquire) == 0) {}
        __syncthreads();
        output[t] = squares[BLOCK - 1 - t];
    }
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> squares(BLOCK), output(BLOCK), flag(1);
    flag.clear();
    hand_over<<<2, BLOCK>>>(input.get(), squares.get(), flag.get(), output.get());
    finish();
    return verdict(output, [](int i) { return random_number(BLOCK - 1 - i) * random_number(BLOCK - 1 - i); });
}
