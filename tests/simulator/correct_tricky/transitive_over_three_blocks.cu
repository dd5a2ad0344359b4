// A hands over to B, B to C, by two different flags: what A wrote is ordered before C's read, though
// the two never touched the same flag.
#include "../corpus/device.cuh"

#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ void announce(int& flag) { Flag(flag).store(1, cuda::memory_order_release); }
__device__ void wait_for(int& flag) {
    while (Flag(flag).load(cuda::memory_order_acquire) == 0) {}
}

__global__ void pass_on(int* values, int* flags, int* output) {
    if (blockIdx.x == 0) {
        values[0] = 40;
        announce(flags[0]);
    } else if (blockIdx.x == 1) {
        wait_for(flags[0]);
        values[1] = 2;
        announce(flags[1]);
    } else {
        wait_for(flags[1]);
        *output = values[0] + values[1];
    }
}

int main() {
    const DeviceArray<int> values(2), flags(2), output(1);
    flags.clear();
    pass_on<<<3, 1>>>(values.get(), flags.get(), output.get());
    finish();
    return verdict(output, [](int) { return 42; });
}
