// Block 1 looks whether the work is done, and does it if not; block 0 does it without looking. No
// access races, but if block 1 looks early, it is done twice.
#include "../../corpus/device.cuh"

#include <cuda/atomic>

using Shared = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void work(int* done, int* times) {
    if (blockIdx.x == 1 && Shared(*done).load() != 0) return;
    Shared(*done).store(1);
    atomicAdd(times, 1);
}

int main() {
    const DeviceArray<int> done(1), times(1);
    done.clear();
    times.clear();
    work<<<2, 1>>>(done.get(), times.get());
    finish();
    return times[0] == 1 ? 0 : 1;
}
