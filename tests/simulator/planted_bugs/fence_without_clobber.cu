// A fence in inline PTX that does not say that it clobbers memory: the compiler may move the value's store behind it.
#include "../corpus/device.cuh"

__global__ void publish(int* value, int* flag, int* seen) {
    if (blockIdx.x == 0) {
        *value = 42; // finds: race-global
        asm volatile("membar.gl;");
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) {}
        __threadfence();
        *seen = *value; // finds: race-global
    }
}

int main() {
    const DeviceArray<int> value(1), flag(1), seen(1);
    value.clear();
    flag.clear();
    publish<<<2, 1>>>(value.get(), flag.get(), seen.get());
    finish();
}
