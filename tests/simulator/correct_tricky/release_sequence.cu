// A release sequence: the producer releases the flag, another thread adds to it relaxed, and the
// consumer, which acquires the sum of both, has still synchronised with the producer.
#include "../corpus/device.cuh"

#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void three_blocks(int* value, int* flag, int* output) {
    if (blockIdx.x == 0) {
        *value = 42;
        Flag(*flag).store(1, cuda::memory_order_release);
    } else if (blockIdx.x == 1) {
        while (Flag(*flag).load(cuda::memory_order_relaxed) == 0) {}
        Flag(*flag).fetch_add(1, cuda::memory_order_relaxed);
    } else {
        while (Flag(*flag).load(cuda::memory_order_acquire) != 2) {}
        *output = *value;
    }
}

int main() {
    const DeviceArray<int> value(1), flag(1), output(1);
    flag.clear();
    three_blocks<<<3, 1>>>(value.get(), flag.get(), output.get());
    finish();
    return verdict(output, [](int) { return 42; });
}
