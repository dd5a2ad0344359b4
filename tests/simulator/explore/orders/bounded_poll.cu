// Who polls a flag only so often goes on without it, when nobody is left who could set it.
#include "../../corpus/device.cuh"

#include <cuda/atomic>

__global__ void poll(int* flag, int* result) {
    const cuda::atomic_ref<int, cuda::thread_scope_device> shared(*flag);
    int polls = 0;
    while (polls < 300 && shared.load(cuda::memory_order_relaxed) == 0) ++polls;
    result[threadIdx.x] = polls;
}

int main() {
    const DeviceArray<int> flag(1), result(64);
    flag.clear();
    poll<<<1, 64>>>(flag.get(), result.get());
    finish();
    return verdict(result, [](int) { return 300; });
}
