// Value and flag are volatile, with a fence between them, but for the own block only: another block may
// see the flag before the value.
#include "../corpus/device.cuh"

__global__ void hand_over(volatile int* value, volatile int* flag, int* result) {
    if (blockIdx.x == 0) {
        *value = 42; // finds: race-scope
        __threadfence_block();
        *flag = 1;
    } else {
        while (*flag == 0) {}
        __threadfence();
        *result = *value; // finds: race-scope
    }
}

int main() {
    const DeviceArray<int> value(1), flag(1), result(1);
    value.clear();
    flag.clear();
    hand_over<<<2, 1>>>(value.get(), flag.get(), result.get());
    finish();
}
