// Two blocks exchange their totals, and each waits for the other's flag before it raises its own.
#include "../corpus/device.cuh"

#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void exchange(const int* input, int* totals, int* flags, int* output) {
    const int me = blockIdx.x, other = 1 - me;
    totals[me] = input[2 * me] + input[2 * me + 1];
    while (Flag(flags[other]).load(cuda::memory_order_acquire) == 0) { // finds: deadlock
    }
    Flag(flags[me]).store(1, cuda::memory_order_release);
    output[me] = totals[other];
}

int main() {
    const RandomNumbers input(4);
    const DeviceArray<int> totals(2), flags(2), output(2);
    totals.clear();
    flags.clear();
    exchange<<<2, 1>>>(input.get(), totals.get(), flags.get(), output.get());
    finish();
}
