// Thread 0 fences for its own block only, since the value is for a thread of its own block. That thread
// finds the flag only after another block has counted it up, too: the update passes on what was
// released.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void hand_over(int* value, int* flag, int* result) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *value = 42;
        __threadfence_block();
        atomicAdd(flag, 1);
    } else if (blockIdx.x == 0 && threadIdx.x == 32) {
        while (atomicAdd(flag, 0) != 2) {}
        __threadfence_block();
        *result = *value;
    } else if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (atomicAdd(flag, 0) != 1) {}
        atomicAdd(flag, 1);
    }
}

int main() {
    const DeviceArray<int> value(1), flag(1), result(1);
    flag.clear();
    hand_over<<<2, BLOCK>>>(value.get(), flag.get(), result.get());
    finish();
    return result[0] == 42 ? 0 : 1;
}
