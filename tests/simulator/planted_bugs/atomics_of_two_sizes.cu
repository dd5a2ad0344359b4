// Status and sum share 64 bits, which one thread sets at once, as an atomic of 8 bytes. The others
// raise the status alone, as an atomic of 4: atomics that overlap in part are a mixed-size data race.
#include "../corpus/device.cuh"

__global__ void publish(unsigned long long* descriptor) {
    if (threadIdx.x == 0)
        atomicExch(descriptor, (1ull << 32) + 5 + blockIdx.x); // finds: race-global
    else
        atomicMax(reinterpret_cast<unsigned*>(descriptor) + 1, 2u); // finds: race-global
}

int main() {
    const DeviceArray<unsigned long long> descriptor(1);
    descriptor.clear();
    publish<<<2, 64>>>(descriptor.get());
    finish();
}
