// Each block waits for the one before it. Where only one has a place it has to be the right one.
#include "../../corpus/device.cuh"

#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void in_turn(int* flags) {
    if (blockIdx.x > 0)
        while (Flag(flags[blockIdx.x - 1]).load() == 0) {}
    Flag(flags[blockIdx.x]).store(1);
}

int main() {
    const DeviceArray<int> flags(3);
    flags.clear();
    in_turn<<<3, 1>>>(flags.get());
    finish();
}
