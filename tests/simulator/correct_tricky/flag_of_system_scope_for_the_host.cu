// A kernel waits for the host and answers it, by atomics of the whole system.
#include "../corpus/device.cuh"

#include <cuda/atomic>

using Flag = cuda::atomic<int, cuda::thread_scope_system>;

__global__ void twice(int* number, Flag* turn) {
    while (turn->load(cuda::memory_order_acquire) != 1) {}
    *number *= 2;
    turn->store(2, cuda::memory_order_release);
}

int main() {
    int* number = nullptr;
    Flag* turn = nullptr;
    check(cudaMallocHost(&number, sizeof *number));
    check(cudaMallocHost(&turn, sizeof *turn));
    new (turn) Flag(0);
    twice<<<1, 1>>>(number, turn);
    check(cudaGetLastError());
    *number = 21;
    turn->store(1, cuda::memory_order_release);
    while (turn->load(cuda::memory_order_acquire) != 2) {}
    const int result = *number;
    finish();
    check(cudaFreeHost(number));
    check(cudaFreeHost(turn));
    return result == 42 ? 0 : 1;
}
